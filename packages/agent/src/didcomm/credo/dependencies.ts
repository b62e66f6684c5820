import { createHash, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type AgentDependencies, CredoError, type DownloadToFileOptions, type FileSystem } from '@credo-ts/core'
import { WebSocket } from 'ws'

/** What Credo needs of the platform: files, `fetch`, sockets. */
export function credoDependencies(dataDir: string, guardedFetch: typeof fetch): AgentDependencies {
  return {
    FileSystem: fileSystemIn(dataDir, guardedFetch),
    fetch: guardedFetch,
    EventEmitterClass: EventEmitter,
    WebSocketClass: WebSocket,
  }
}

function fileSystemIn(dataDir: string, guardedFetch: typeof fetch): new () => FileSystem {
  return class NodeFileSystem implements FileSystem {
    readonly dataPath = join(dataDir, 'data')
    readonly cachePath = join(dataDir, 'cache')
    readonly tempPath = join(tmpdir(), 'lastmile-agent')

    async exists(path: string) {
      return stat(path).then(
        () => true,
        () => false,
      )
    }

    /** Credo hands in the path of a file and means its folder. */
    async createDirectory(path: string) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    }

    async copyFile(source: string, destination: string) {
      await copyFile(source, destination)
    }

    async write(path: string, data: string) {
      await this.createDirectory(path)
      await writeFile(path, data, { mode: 0o600 })
    }

    async read(path: string) {
      return readFile(path, 'utf8')
    }

    async delete(path: string) {
      await rm(path, { recursive: true, force: true })
    }

    async downloadToFile(url: string, path: string, options?: DownloadToFileOptions) {
      const response = await guardedFetch(url)
      if (!response.ok) throw new CredoError(`Download answered ${response.status}`)
      const content = Buffer.from(await response.arrayBuffer())
      const expected = options?.verifyHash?.hash
      if (expected && !createHash('sha256').update(content).digest().equals(Buffer.from(expected)))
        throw new CredoError('Download does not have the expected digest')
      await this.createDirectory(path)
      const partial = `${path}.${randomUUID()}`
      await writeFile(partial, content)
      await rename(partial, path)
    }
  }
}
