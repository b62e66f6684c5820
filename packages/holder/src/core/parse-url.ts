/** The address; undefined when the text is none. `URL.canParse` is younger than the oldest browsers (docs/pages.md). */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

export const originOf = (text: string): string | undefined => parseUrl(text)?.origin
