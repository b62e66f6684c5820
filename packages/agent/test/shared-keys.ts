import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Crypto } from '../src/core/crypto/crypto.ts'
import type { CryptoTasks, MadeDefinition } from '../src/core/crypto/tasks.ts'

/**
 * Keys of credential definitions take seconds of every core, so test files share them: real ones, made by the product
 * when they are first asked for. Within a file no two definitions have the same. A test of how keys are made writes
 * `vi.unmock('../src/core/crypto/crypto.ts')`.
 */
vi.mock('../src/core/crypto/crypto.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../src/core/crypto/crypto.ts')>()
  const createCrypto = (...given: Parameters<typeof original.createCrypto>) =>
    withSharedKeys(original.createCrypto(...given))
  return { ...original, createCrypto }
})

const folder = join(tmpdir(), 'last-mile-test-keys')

/** What makes them: other code makes others. */
const makers = ['primary-key.ts', 'crypto-worker.ts'].map((file) =>
  readFileSync(join(import.meta.dirname, '../src/core/crypto', file), 'utf8'),
)

const asked = new Map<string, number>()

function withSharedKeys(crypto: Crypto): Crypto {
  return {
    ...crypto,
    async createCredentialDefinition(task) {
      const { schemaId, tag, issuerId } = task
      const { credentialDefinition, ...keys } = await sharedDefinition(crypto, task)
      return { ...keys, credentialDefinition: { ...credentialDefinition, schemaId, tag, issuerId } }
    },
  }
}

async function sharedDefinition(
  crypto: Crypto,
  task: Parameters<CryptoTasks['createCredentialDefinition']>[0],
): Promise<MadeDefinition> {
  const kind = JSON.stringify([task.schema.attrNames, task.revocable, makers])
  const nth = asked.get(kind) ?? 0
  asked.set(kind, nth + 1)
  const file = join(folder, `${createHash('sha256').update(kind).digest('hex')}-${nth}.json`)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as MadeDefinition
  } catch {
    const made = await crypto.createCredentialDefinition(task)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Two files may make the same ones at the same time; the last stay.
    const whole = `${file}.${process.pid}`
    writeFileSync(whole, JSON.stringify(made), { mode: 0o600 })
    renameSync(whole, file)
    return made
  }
}
