import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnonCredsRevocationRegistryDefinition, TailsFileService } from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import type { TailsRows } from '../api/didcomm-storage.ts'

/** A registry is stored long before its file is that old, in milliseconds. */
const strayAfter = 24 * 60 * 60_000

interface Registry {
  revocationRegistryDefinition: AnonCredsRevocationRegistryDefinition
}

/**
 * Tails files stay where they were made; our server serves them under `/tails/:hash`.
 * With several servers, each copies those it is asked for from the storage.
 */
export class PublicTailsFiles implements TailsFileService {
  readonly #directory: string
  readonly #publicUrl: string
  readonly #shared: TailsRows | undefined

  constructor(dataDir: string, publicUrl: string, shared?: TailsRows) {
    this.#directory = join(dataDir, 'anoncreds', 'tails')
    this.#publicUrl = publicUrl
    this.#shared = shared
  }

  async getTailsBasePath(): Promise<string> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    return this.#directory
  }

  async uploadTailsFile(_context: AgentContext, registry: Registry): Promise<{ tailsFileUrl: string }> {
    const { tailsHash } = registry.revocationRegistryDefinition.value
    await this.#shared?.write(tailsHash, await readFile(join(this.#directory, tailsHash)))
    return { tailsFileUrl: `${this.#publicUrl}/tails/${tailsHash}` }
  }

  async getTailsFile(_context: AgentContext, registry: Registry): Promise<{ tailsFilePath: string }> {
    const tailsFilePath = await this.find(registry.revocationRegistryDefinition.value.tailsHash)
    if (tailsFilePath === undefined) throw new Error('A tails file is missing')
    return { tailsFilePath }
  }

  async remove(hash: string): Promise<void> {
    await this.#shared?.delete(hash)
    await rm(join(this.#directory, hash), { force: true })
  }

  /** Removes what a sudden end left behind while a registry was made. @param known the digests of all registries */
  async removeStray(known: string[], now = Date.now()): Promise<void> {
    const named = new Set(known)
    const names = await readdir(this.#directory).catch((): string[] => [])
    for (const name of names.filter((each) => !named.has(each))) {
      const file = await stat(join(this.#directory, name)).catch(() => undefined)
      if (file && file.mtimeMs < now - strayAfter) await this.remove(name)
    }
  }

  /** Absolute path of the tails file with this base58 digest. */
  async find(hash: string): Promise<string | undefined> {
    if (!/^[1-9A-HJ-NP-Za-km-z]{40,50}$/.test(hash)) return undefined
    const path = join(this.#directory, hash)
    const isHere = await stat(path).then(
      (file) => file.isFile(),
      () => false,
    )
    return isHere || (await this.#copy(hash, path)) ? path : undefined
  }

  /** Written beside its place first, so that it is there whole or not at all. */
  async #copy(hash: string, path: string): Promise<boolean> {
    const content = await this.#shared?.read(hash)
    if (!content) return false
    const part = `${path}.${randomUUID()}`
    await this.getTailsBasePath()
    await writeFile(part, content)
    await rename(part, path)
    return true
  }
}
