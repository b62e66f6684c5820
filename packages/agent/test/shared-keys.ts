import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createCrypto } from '../src/core/crypto/crypto.ts'
import type { CryptoTasks, MadeDefinition } from '../src/core/crypto/tasks.ts'

/**
 * Keys of credential definitions take seconds of every core, and those of long status lists half a second, so tests
 * share them: real ones, made by the product when they are first asked for. Definitions of other names have the same;
 * one that is made anew has others, and so has each status list of a definition.
 */
export const createCryptoWithSharedKeys: typeof createCrypto = (...options) => {
  const crypto = createCrypto(...options)
  return {
    ...crypto,
    async createCredentialDefinition(task) {
      const { schemaId, tag, issuerId } = task
      const file = keysOf(task.schema.attrNames, task.revocable, timesMade(schemaId, tag, issuerId))
      const made = read<MadeDefinition>(file) ?? write(file, await crypto.createCredentialDefinition(task))
      return { ...made, credentialDefinition: { ...made.credentialDefinition, schemaId, tag, issuerId } }
    },
    async createRegistry(task) {
      const { credentialDefinitionId: credDefId, credentialDefinition, issuerId, tag, size, tailsDirectory } = task
      const file = keysOf(credentialDefinition.tag, credentialDefinition.value, size, timesMade(credDefId))
      const shared = read<MadeRegistry>(file)
      const made = shared ?? ((await crypto.createRegistry(task)) as MadeRegistry)
      const { tailsHash } = made.registry.value
      const tailsLocation = join(tailsDirectory, tailsHash)
      if (shared) copy(join(folder, tailsHash), tailsLocation)
      else {
        copy(tailsLocation, join(folder, tailsHash))
        write(file, made)
      }
      const value = { ...made.registry.value, tailsLocation }
      return { ...made, registry: { ...made.registry, value, credDefId, issuerId, tag } }
    },
  }
}

/** Keys that a test makes by itself, for whom it names: made once too. They are JSON. */
export function sharedKeys<Made>(owner: unknown[], make: () => Made): Made {
  const file = keysOf(...owner)
  return read<Made>(file) ?? write(file, make())
}

type MadeRegistry = Awaited<ReturnType<CryptoTasks['createRegistry']>> & { registry: { value: { tailsHash: string } } }

const counts = new Map<string, number>()

/** How often this process made keys of the name before. */
function timesMade(...parts: string[]): number {
  const name = JSON.stringify(parts)
  const before = counts.get(name) ?? 0
  counts.set(name, before + 1)
  return before
}

const folder = join(tmpdir(), 'last-mile-test-keys')

/** The code that makes them: other code makes others. */
const makers = ['primary-key.ts', 'crypto-worker.ts'].map((file) =>
  readFileSync(join(import.meta.dirname, '../src/core/crypto', file), 'utf8'),
)

function keysOf(...kind: unknown[]): string {
  const name = createHash('sha256')
    .update(JSON.stringify([kind, makers]))
    .digest('hex')
  return join(folder, `${name}.json`)
}

function read<Made>(file: string): Made | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Made
  } catch {
    return undefined
  }
}

function write<Made>(file: string, made: Made): Made {
  writeWhole(file, (part) => writeFileSync(part, JSON.stringify(made), { mode: 0o600 }))
  return made
}

const copy = (from: string, to: string) => writeWhole(to, (part) => copyFileSync(from, part))

/** Two processes may make the same keys at the same time; the last ones stay. */
function writeWhole(file: string, writeTo: (part: string) => void): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${process.pid}`
  writeTo(part)
  renameSync(part, file)
}
