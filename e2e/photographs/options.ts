import { parseArgs } from 'node:util'
import { type Film, heights, type Theme, themes } from './camera.ts'

/** Opens the operator's page of the server that is photographed. */
export const insightsPasscode = 'for photographs alone'

export interface Options extends Film {
  /** Names of the albums that are wanted; all, when empty. */
  readonly only: readonly string[]
}

/** @throws Error saying what is wrong with the arguments. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, widths: { type: 'string' }, themes: { type: 'string' } },
  })
  const chosenThemes = list(values.themes)
  const unknown = chosenThemes.find((theme) => !isTheme(theme))
  if (unknown) throw new Error(`There is no theme ${unknown}. Choose from ${themes.join(', ')}.`)
  const widths = list(values.widths).map(Number)
  if (widths.some((width) => !(width >= 200 && width <= 4_000)))
    throw new Error('Widths are numbers of pixels, such as 360,1280.')
  return {
    only: list(values.only),
    widths: widths.length > 0 ? widths : Object.keys(heights).map(Number),
    themes: chosenThemes.length > 0 ? chosenThemes.filter(isTheme) : themes,
  }
}

const list = (text: string | undefined) => text?.split(',').filter((each) => each !== '') ?? []
const isTheme = (name: string): name is Theme => (themes as readonly string[]).includes(name)
