/** Limit in bytes of a wallet file; the holder refuses longer ones. */
export const longestFile = 64 * 1024 * 1024

export const fileType = 'application/json'

/** Minimum password length: anyone who finds the file can try passwords offline without limit. */
export const shortestPassword = 12

/** Reveals nothing about its owner. */
export const fileNameOn = (day: Date): string => `wallet-${day.toISOString().slice(0, 10)}.json`
