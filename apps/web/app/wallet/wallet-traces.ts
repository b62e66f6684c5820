/** Name of the database that `storage/database.ts` opens. Kept here because a closed wallet loads no wallet code. */
export const databaseName = 'wallet'

/** Whether this browser stores a wallet; false where it does not say. */
export async function hasWallet(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === databaseName)
  } catch {
    return false
  }
}
