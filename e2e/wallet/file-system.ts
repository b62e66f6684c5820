import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DownloadToFileOptions, FileSystem } from '@credo-ts/core'

/** The files of one wallet (downloaded tails above all), all of them below its own directory. */
export function fileSystemIn(directory: string) {
  return class WalletFileSystem implements FileSystem {
    readonly dataPath = join(directory, 'data')
    readonly cachePath = join(directory, 'cache')
    readonly tempPath = join(directory, 'temp')

    async exists(path: string) {
      return existsSync(path)
    }
    async createDirectory(path: string) {
      await mkdir(dirname(path), { recursive: true })
    }
    async copyFile(source: string, destination: string) {
      await copyFile(source, destination)
    }
    async write(path: string, data: string) {
      await this.createDirectory(path)
      await writeFile(path, data)
    }
    async read(path: string) {
      return readFile(path, 'utf8')
    }
    async delete(path: string) {
      await rm(path, { recursive: true, force: true })
    }
    async downloadToFile(url: string, path: string, options?: DownloadToFileOptions) {
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      const content = Buffer.from(await response.arrayBuffer())
      const expected = options?.verifyHash?.hash
      if (expected && !createHash('sha256').update(content).digest().equals(Buffer.from(expected))) {
        throw new Error(`${url} is not the file that was announced`)
      }
      // Two proofs at once may want the same file: write beside it, then put it in place in one step.
      await this.createDirectory(path)
      const partial = `${path}.${randomUUID()}`
      await writeFile(partial, content)
      await rename(partial, path)
    }
  }
}
