import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCrypto } from '../src/core/crypto/crypto.ts'
import type { MadeDefinition } from '../src/core/crypto/tasks.ts'

/**
 * Keys of credential definitions take seconds of every core, so tests share them: real ones, made by the product when
 * they are first asked for. Definitions of other names have the same; one that is made anew has others.
 */
export const createCryptoWithSharedKeys: typeof createCrypto = (...options) => {
  const crypto = createCrypto(...options)
  return {
    ...crypto,
    async createCredentialDefinition(task) {
      const { schemaId, tag, issuerId } = task
      const name = JSON.stringify([schemaId, tag, issuerId])
      const nth = timesMade.get(name) ?? 0
      timesMade.set(name, nth + 1)
      const file = keysOf(task.schema.attrNames, task.revocable, nth)
      const made = read(file) ?? write(file, await crypto.createCredentialDefinition(task))
      return { ...made, credentialDefinition: { ...made.credentialDefinition, schemaId, tag, issuerId } }
    },
  }
}

const timesMade = new Map<string, number>()

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

function read(file: string): MadeDefinition | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as MadeDefinition
  } catch {
    return undefined
  }
}

/** Two processes may make the same ones at the same time; the last stay. */
function write(file: string, made: MadeDefinition): MadeDefinition {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const whole = `${file}.${process.pid}`
  writeFileSync(whole, JSON.stringify(made), { mode: 0o600 })
  renameSync(whole, file)
  return made
}
