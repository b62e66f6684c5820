import { characterPage } from '@lastmile/contracts/pages'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { characterSummaries } from '../../prerender/characters.ts'
import { LandingPage } from '../features/marketing/landing/landing-page.tsx'
import { describePage } from '../metadata/page-meta.ts'

/** Runs when the page is built. */
export function loader({ url }: LoaderFunctionArgs) {
  const character = characterSummaries().find(({ id }) => url.pathname === `/${id}`)
  if (!character) throw new Response(null, { status: 404 })
  return character
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData ? describePage(characterPage(loaderData)) : []

export default function CharacterLanding() {
  return <LandingPage character={useLoaderData<typeof loader>()} />
}
