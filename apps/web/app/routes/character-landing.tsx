import { characterPage } from '@lastmile/contracts/pages'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { characterShowcases } from '../../prerender/characters.ts'
import { CharacterLandingPage } from '../features/marketing/landing/character-landing-page.tsx'
import { describePage } from '../metadata/page-meta.ts'

/** Runs when the page is built. */
export function loader({ url }: LoaderFunctionArgs) {
  const character = characterShowcases().find(({ id }) => url.pathname === `/${id}`)
  if (!character) throw new Response(null, { status: 404 })
  return character
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData ? describePage(characterPage(loaderData)) : []

export default function CharacterLanding() {
  return <CharacterLandingPage character={useLoaderData<typeof loader>()} />
}
