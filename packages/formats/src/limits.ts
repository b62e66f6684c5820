/** Bounds of what an issuer gives and a wallet takes: both read them here, so that they fit. */

/** Bytes of an answer; a batch of credentials is the longest. */
export const longestAnswer = 1024 * 1024
/** Credentials in one answer. */
export const largestBatch = 10
/** Disclosures of a credential. */
export const mostDisclosures = 100
/** Characters of a refresh token: the credential's values are in it, pictures too. */
export const longestRefreshToken = 60_000
