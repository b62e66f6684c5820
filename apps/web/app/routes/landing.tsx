import { useLoaderData } from 'react-router'
import { characterShowcases, walletShowcases } from '../../prerender/characters.ts'
import { LandingPage } from '../features/marketing/landing/landing-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

/** Runs when the page is built. */
export function loader() {
  return { characters: characterShowcases().filter(({ hidden }) => !hidden), wallets: walletShowcases() }
}

export const meta = pageMeta('/landing')

export default function Landing() {
  return <LandingPage {...useLoaderData<typeof loader>()} />
}
