/** Of the pages' content; apart from the wallet's texts, which the pages load only with it. */
let known: ReadonlySet<string> = new Set()

/** Names of parties, credentials, attributes and requests that the site's content has. */
export const knowWords = (words: Iterable<string>): void => {
  known = new Set(words)
}

export const isKnownWord = (word: string): boolean => known.has(word)
