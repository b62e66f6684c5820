/** Of the database that `storage/database.ts` opens; here, because the page loads nothing of the wallet before it is opened. */
export const databaseName = 'wallet'

/** Whether this browser has kept a wallet; false where it does not tell. */
export async function hasWallet(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === databaseName)
  } catch {
    return false
  }
}
