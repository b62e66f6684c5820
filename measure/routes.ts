import { type ApiAnswer, apiRoutes } from '@lastmile/contracts'
import { appPaths, characterPage, type Page, pages } from '@lastmile/contracts/pages'

/** An address to measure. */
export interface Route {
  readonly path: string
  /** The page's metadata; a screen of the application has none. */
  readonly page: Page | undefined
  /** Screens behind the onboarding show nothing to a visitor who has not been through it. */
  readonly needsOnboarding: boolean
}

/** Every address of the site, and the character who opens those behind the onboarding. */
export interface Site {
  readonly routes: readonly Route[]
  readonly characterName: string
}

/** The one address of the table that answers 404, because it is shown in place of what is not there. */
export const notFoundPath = '/404'

/** Reads the table of pages, and asks the server for the characters, who have pages and use cases of their own. */
export async function findSite(origin: string): Promise<Site> {
  const answer = await fetch(origin + apiRoutes.getCharacters.path)
  const characters = (await answer.json()) as ApiAnswer<'getCharacters'>
  const [first] = characters
  const [useCase] = first?.useCases ?? []
  if (!first || !useCase)
    throw new Error('The server has no character with a use case, so there is no use case to open.')

  const sitePages: Page[] = [
    ...pages,
    ...characters.map((character) => characterPage({ ...character, hidden: character.hidden ?? false })),
  ]
  const screens = [...appPaths, `/uc/${useCase.id}`]
  return {
    routes: [
      ...sitePages.map((page) => ({ path: page.path, page, needsOnboarding: false })),
      ...screens.map((path) => ({ path, page: undefined, needsOnboarding: /^\/(dashboard|uc)\b/.test(path) })),
    ],
    characterName: first.name,
  }
}

/** @throws Error naming the path that the site does not have. */
export function selectRoutes(routes: readonly Route[], wanted: readonly string[]): readonly Route[] {
  const unknown = wanted.find((path) => !routes.some((route) => route.path === path))
  if (unknown)
    throw new Error(`There is no route ${unknown}. Choose from ${routes.map(({ path }) => path).join(', ')}.`)
  return wanted.length === 0 ? routes : routes.filter(({ path }) => wanted.includes(path))
}
