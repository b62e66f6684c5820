import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnonCredsRevocationRegistryDefinition, BasicTailsFileService } from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'

/** A registry is stored long before its file is that old, in milliseconds. */
const strayAfter = 24 * 60 * 60_000

/** Tails files stay where they were made and are served by our own server under `/tails/:hash`. */
export class PublicTailsFiles extends BasicTailsFileService {
  readonly #directory: string
  readonly #publicUrl: string

  constructor(dataDir: string, publicUrl: string) {
    super({ tailsDirectoryPath: dataDir })
    this.#directory = join(dataDir, 'anoncreds', 'tails')
    this.#publicUrl = publicUrl
  }

  /** Credo's own service only downloads and throws here. */
  override async uploadTailsFile(
    _context: AgentContext,
    options: { revocationRegistryDefinition: AnonCredsRevocationRegistryDefinition },
  ): Promise<{ tailsFileUrl: string }> {
    return { tailsFileUrl: `${this.#publicUrl}/tails/${options.revocationRegistryDefinition.value.tailsHash}` }
  }

  async remove(hash: string): Promise<void> {
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
    return stat(path).then(
      (file) => (file.isFile() ? path : undefined),
      () => undefined,
    )
  }
}
