import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '@hyperledger/anoncreds-nodejs'
import {
  Credential,
  CredentialOffer,
  CredentialRequest,
  CredentialRequestMetadata,
  CredentialRevocationState,
  Presentation,
} from '@hyperledger/anoncreds-shared'
import { type AnonCreds, loadAnonCreds } from '@lastmile/anoncreds-wasm'
import type { Json } from '@lastmile/holder'
import { type Loose, NativeIssuer, verifiesNatively } from '../packages/anoncreds-wasm/test/native-issuer.ts'
import { median } from './figures.ts'
import { type BrowserTask, type Call, timesInBrowser } from './wallet-in-browser.ts'

const wasm = join(import.meta.dirname, '../packages/anoncreds-wasm/wasm/holder.wasm')
/** Before they are counted: the engine compiles, tables are made. */
const warmUps = 5
const newProcesses = 5

/** One step of a wallet, by our WebAssembly and by the native library. */
interface Step {
  name: string
  call: Call
  task: Loose
  native(): unknown
}

/**
 * Prints what a wallet's steps take in WebAssembly beside the native library, in turn, with both lengths of the
 * modulus; then the same in Chromium.
 */
export async function measureWalletCryptography(rounds = 25): Promise<void> {
  const anoncreds = await loadAnonCreds(readFileSync(wasm))
  for (const modulusBits of [2048, 2050] as const) {
    const issuer = new NativeIssuer(modulusBits, 1000)
    const steps = stepsWith(anoncreds, issuer)
    console.log(`\nModulus of ${modulusBits} bits, ms of CPU`.padEnd(46), 'ours   native   ratio')
    for (const step of steps) {
      const times = { ours: [] as number[], native: [] as number[] }
      for (let round = 0; round < warmUps + rounds; round++) {
        const perform = anoncreds[step.call] as (task: Loose) => unknown
        const took = { ours: cpuMilliseconds(() => perform(step.task)), native: cpuMilliseconds(step.native) }
        if (round < warmUps) continue
        times.ours.push(took.ours)
        times.native.push(took.native)
      }
      const [ours, native] = [median(times.ours), median(times.native)]
      console.log(`  ${step.name}`.padEnd(44), figure(ours), figure(native), figure(ours / native, 2))
    }
    const last = steps.at(-1)?.task
    const first = (warm: boolean) => median(Array.from({ length: newProcesses }, () => firstPresentation(last, warm)))
    console.log('  the last in a new process, loading included'.padEnd(44), figure(first(false)))
    console.log('  the last in a new process, after warmUp'.padEnd(44), figure(first(true)))
    console.log('\nThe same in Chromium, ms on the clock'.padEnd(45), ' first  median')
    for (const { name, first, sorted } of await timesInBrowser(wasm, steps.map(forBrowser), warmUps + rounds))
      console.log(`  ${name}`.padEnd(44), figure(first), figure(median(sorted.slice(0, rounds))))
    issuer.end()
  }
}

const figure = (value: number, digits = 1) => value.toFixed(digits).padStart(8)

function cpuMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const forBrowser = ({ name, call, task }: Step): BrowserTask => {
  const [chosen] = task.credentials ?? []
  const tails = chosen?.revocation && Buffer.from(chosen.revocation.tails).toString('base64')
  return { name, call, task, tails }
}

function stepsWith(anoncreds: AnonCreds, issuer: NativeIssuer): Step[] {
  const linkSecret = anoncreds.createLinkSecret()
  const definition: Loose = issuer.definition.toJson()
  const registry: Loose = issuer.registry.toJson()
  const offer = issuer.offer()
  const task = { offer, definition, linkSecret, entropy: 'bench' }
  const { request, metadata } = anoncreds.createCredentialRequest(task)
  const issued = issuer.issue(offer, request, 7)
  const processing = { credential: issued, metadata, linkSecret, definition, registry }
  const credential = anoncreds.processCredential(processing)
  // Another credential was revoked since, so the witness has to be computed.
  issuer.revoke(1)

  const steps: Step[] = [
    {
      name: 'request',
      call: 'createCredentialRequest',
      task,
      native: () =>
        CredentialRequest.create({
          entropy: 'bench',
          credentialDefinition: issuer.definition,
          linkSecret,
          linkSecretId: 'default',
          credentialOffer: CredentialOffer.fromJson(offer as Loose),
        }),
    },
    {
      name: 'process',
      call: 'processCredential',
      task: processing,
      native: () =>
        Credential.fromJson(issued as Loose).process({
          credentialRequestMetadata: CredentialRequestMetadata.fromJson(metadata as Loose),
          linkSecret,
          credentialDefinition: issuer.definition,
          revocationRegistryDefinition: issuer.registry,
        }),
    },
  ]
  const kinds = [
    { name: 'present', predicate: false, nonRevoked: false },
    { name: 'present, predicate', predicate: true, nonRevoked: false },
    { name: 'present, predicate, non-revocation', predicate: true, nonRevoked: true },
  ]
  for (const { name, predicate, nonRevoked } of kinds) {
    const asked: Loose = {
      name: 'bench',
      version: '1.0',
      nonce: '1234567890',
      requested_attributes: { who: { names: ['family_name', 'Given Names', 'document_number'] } },
      requested_predicates: predicate ? { adult: { name: 'age', p_type: '>=', p_value: 18 } } : {},
      ...(nonRevoked && { non_revoked: { from: 0, to: issuer.timestamp } }),
    }
    const presentation: Parameters<AnonCreds['createPresentation']>[0] = {
      request: asked,
      linkSecret,
      schemas: { [issuer.schemaId]: issuer.schema.toJson() as Loose },
      definitions: { [issuer.definitionId]: definition },
      credentials: [
        {
          credential,
          revealed: ['who'],
          unrevealed: [],
          predicates: predicate ? ['adult'] : [],
          ...(nonRevoked && { revocation: issuer.revocation() as Loose }),
        },
      ],
    }
    const native = () => presentNatively(issuer, credential, asked, linkSecret, predicate, nonRevoked)
    for (const made of [anoncreds.createPresentation(presentation), native().toJson()])
      if (!verifiesNatively(made, asked, issuer)) throw new Error('The native library refused a presentation.')
    steps.push({ name, call: 'createPresentation', task: presentation, native })
  }
  return steps
}

function presentNatively(
  issuer: NativeIssuer,
  credential: Json,
  request: Loose,
  linkSecret: string,
  predicate: boolean,
  nonRevoked: boolean,
): Presentation {
  return Presentation.create({
    presentationRequest: request,
    credentials: [
      {
        credential: Credential.fromJson(credential as Loose),
        ...(nonRevoked && {
          timestamp: issuer.timestamp,
          revocationState: CredentialRevocationState.create({
            revocationRegistryDefinition: issuer.registry,
            revocationStatusList: issuer.list,
            revocationRegistryIndex: 7,
            tailsPath: issuer.tailsPath,
          }),
        }),
      },
    ],
    credentialsProve: [
      { entryIndex: 0, referent: 'who', isPredicate: false, reveal: true },
      ...(predicate ? [{ entryIndex: 0, referent: 'adult', isPredicate: true, reveal: true }] : []),
    ],
    selfAttest: {},
    linkSecret,
    schemas: { [issuer.schemaId]: issuer.schema },
    credentialDefinitions: { [issuer.definitionId]: issuer.definition },
  })
}

/** @returns milliseconds on the clock, from reading the file or from the end of the warm-up */
function firstPresentation(task: Loose, warm: boolean): number {
  const folder = mkdtempSync(join(tmpdir(), 'first-presentation-'))
  try {
    writeFileSync(join(folder, 'task.json'), JSON.stringify(task))
    writeFileSync(join(folder, 'tails'), task.credentials[0].revocation.tails)
    const script = join(import.meta.dirname, 'first-presentation.ts')
    const args = ['--import', 'tsx', script, wasm, folder, ...(warm ? ['warm'] : [])]
    return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
