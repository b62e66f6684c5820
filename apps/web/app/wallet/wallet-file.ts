/** Bytes of the file of a wallet; the holder takes no longer one. */
export const longestFile = 64 * 1024 * 1024

export const fileType = 'application/json'

/** Minimum password length: anyone who finds the file can try passwords offline without limit. */
export const shortestPassword = 12

/** Tells nothing of whose it is. */
export const fileNameOn = (day: Date): string => `wallet-${day.toISOString().slice(0, 10)}.json`
