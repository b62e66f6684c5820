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
import { type AnonCreds, type Json, loadAnonCreds } from '@lastmile/anoncreds-wasm'
import { type Loose, NativeIssuer, verifiesNatively } from '../packages/anoncreds-wasm/test/native-issuer.ts'
import { median } from './figures.ts'

const wasm = join(import.meta.dirname, '../packages/anoncreds-wasm/wasm/holder.wasm')
/** Before they are counted: the engine compiles, tables are made. */
const warmUps = 5
const freshProcesses = 5

/** One step of a wallet, by our WebAssembly and by the native library. */
interface Step {
  name: string
  ours(): unknown
  native(): unknown
}

/** Prints what a wallet's steps take in WebAssembly beside the native library, in turn, with both lengths of the modulus. */
export async function measureWalletCryptography(rounds = 25): Promise<void> {
  const anoncreds = await loadAnonCreds(readFileSync(wasm))
  for (const modulusBits of [2048, 2050] as const) {
    const issuer = new NativeIssuer(modulusBits, 1000)
    const { steps, presentation } = stepsWith(anoncreds, issuer)
    console.log(`\nModulus of ${modulusBits} bits, ms of CPU`.padEnd(46), 'ours   native   ratio')
    for (const step of steps) {
      const times = { ours: [] as number[], native: [] as number[] }
      for (let round = 0; round < warmUps + rounds; round++) {
        for (const who of ['ours', 'native'] as const) {
          const took = cpuMilliseconds(() => step[who]())
          if (round >= warmUps) times[who].push(took)
        }
      }
      const [ours, native] = [median(times.ours), median(times.native)]
      console.log(`  ${step.name}`.padEnd(44), figure(ours), figure(native), figure(ours / native, 2))
    }
    const first = (warm: boolean) =>
      median(Array.from({ length: freshProcesses }, () => freshPresentation(presentation, warm)))
    console.log('  the last in a new process, loading included'.padEnd(44), figure(first(false)))
    console.log('  the last in a new process, after warmUp'.padEnd(44), figure(first(true)))
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

type PresentationTask = Parameters<AnonCreds['createPresentation']>[0]

function stepsWith(anoncreds: AnonCreds, issuer: NativeIssuer): { steps: Step[]; presentation: PresentationTask } {
  const linkSecret = anoncreds.createLinkSecret()
  const definition: Loose = issuer.definition.toJson()
  const registry: Loose = issuer.registry.toJson()
  const offer = issuer.offer()
  const task = { offer, definition, linkSecret, entropy: 'bench' }
  const { request, metadata } = anoncreds.createCredentialRequest(task)
  const issued = issuer.issue(offer, request, 7)
  const processing = { credential: issued, metadata, linkSecret, definition, registry }
  const credential = anoncreds.processCredential(processing)
  // Somebody was revoked since, so the witness has to be computed.
  issuer.revoke(1)

  const steps: Step[] = [
    {
      name: 'request',
      ours: () => anoncreds.createCredentialRequest(task),
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
      ours: () => anoncreds.processCredential(processing),
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
  let presentation: PresentationTask | undefined
  for (const { name, predicate, nonRevoked } of kinds) {
    const asked: Loose = {
      name: 'bench',
      version: '1.0',
      nonce: '1234567890',
      requested_attributes: { who: { names: ['family_name', 'Given Names', 'document_number'] } },
      requested_predicates: predicate ? { adult: { name: 'age', p_type: '>=', p_value: 18 } } : {},
      ...(nonRevoked && { non_revoked: { from: 0, to: issuer.timestamp } }),
    }
    presentation = {
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
    const ours = presentation
    const native = () => presentNatively(issuer, credential, asked, linkSecret, predicate, nonRevoked)
    for (const made of [anoncreds.createPresentation(ours), native().toJson()])
      if (!verifiesNatively(made, asked, issuer)) throw new Error('The native library refused a presentation.')
    steps.push({ name, ours: () => anoncreds.createPresentation(ours), native })
  }
  if (!presentation) throw new Error('There is no kind of presentation.')
  return { steps, presentation }
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
function freshPresentation(task: PresentationTask, warm: boolean): number {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-presentation-'))
  try {
    const [chosen] = task.credentials
    if (!chosen?.revocation) throw new Error('The last presentation is about revocation.')
    writeFileSync(join(folder, 'task.json'), JSON.stringify(task))
    writeFileSync(join(folder, 'tails'), chosen.revocation.tails)
    const script = join(import.meta.dirname, 'fresh-presentation.ts')
    const args = ['--import', 'tsx', script, wasm, folder, ...(warm ? ['warm'] : [])]
    return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
