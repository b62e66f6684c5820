/** Begins work that no caller waits for. Where it fails, the next time that the wallet wakes does it again. */
export const inBackground = (work: Promise<unknown>): void => void work.catch(() => undefined)
