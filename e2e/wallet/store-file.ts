import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askar } from './native.ts'

/** The content that a wallet must find again when it is opened a second time. */
export interface StoreFile {
  /** Raw key of the store, base58. */
  key: string
  /** Others know the wallet by this port; 0 until the first start. */
  port: number
}

const pathIn = (directory: string) => join(directory, 'wallet.json')

export async function openStoreFile(directory: string): Promise<StoreFile> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    return JSON.parse(await readFile(pathIn(directory), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const created = { key: askar.storeGenerateRawKey({}), port: 0 }
    await writeStoreFile(directory, created)
    return created
  }
}

export async function writeStoreFile(directory: string, content: StoreFile) {
  await writeFile(pathIn(directory), JSON.stringify(content), { mode: 0o600 })
}
