/**
 * `npm run long -- fuzz-holder [--seconds 60] [--seed 1]`: gives the holder changed tasks. It must answer each or
 * refuse it with a code; the module must not fail, and no task may take long.
 */
import { parseArgs } from 'node:util'
import { AnonCredsError } from '../src/anoncreds.ts'
import { loadForTests, predicate, proofRequest, requested } from '../test/holding.ts'
import { type Loose, NativeIssuer } from '../test/native-issuer.ts'
import { mutated, randomFrom } from './mutations.ts'

/** A registry of 65,536 places, or 64 predicates, would take about a second; other work on the machine some more. */
const mostMilliseconds = 10_000

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
const random = randomFrom(Number(options.seed))
const anoncreds = await loadForTests()
const issuer = new NativeIssuer(2048)
const linkSecret = anoncreds.createLinkSecret()
const received = requested(anoncreds, issuer, linkSecret, 2)
const credential: Loose = anoncreds.processCredential(received)
issuer.revoke(5)
const { definition } = received

const tasks: Record<'createCredentialRequest' | 'processCredential' | 'createPresentation', Loose> = {
  createCredentialRequest: { offer: issuer.offer(), definition, linkSecret, entropy: 'test' },
  processCredential: received,
  createPresentation: {
    request: proofRequest({
      attributes: {
        one: { name: 'family_name' },
        group: { names: ['Given Names', 'balance'] },
        said: { name: 'nickname' },
      },
      predicates: { adult: predicate('age', '>=', 18), young: predicate('age', '<', 99) },
      nonRevoked: true,
    }),
    linkSecret,
    selfAttested: { said: 'Countess' },
    schemas: { [issuer.schemaId]: issuer.schema.toJson() },
    definitions: { [issuer.definitionId]: definition },
    credentials: [
      {
        credential,
        revealed: ['one', 'group'],
        unrevealed: [],
        predicates: ['adult', 'young'],
        revocation: issuer.revocation(),
      },
    ],
  },
}

const outcomes = new Map<string, number>()
const end = performance.now() + Number(options.seconds) * 1000
let longest = 0
let failures = 0
for (let run = 0; performance.now() < end; run++) {
  for (const name of Object.keys(tasks) as (keyof typeof tasks)[]) {
    const task = mutated(tasks[name], random)
    const began = performance.now()
    const outcome = outcomeOf(() => anoncreds[name](task))
    const took = performance.now() - began
    longest = Math.max(longest, took)
    outcomes.set(`${name}: ${outcome}`, (outcomes.get(`${name}: ${outcome}`) ?? 0) + 1)
    if (outcome === 'internal' || outcome.startsWith('thrown') || took > mostMilliseconds) {
      failures++
      console.log(`seed ${options.seed}, run ${run}, ${name}: ${outcome} after ${took.toFixed(0)} ms`)
    }
  }
}
issuer.end()
for (const [outcome, times] of [...outcomes].sort()) console.log(`${String(times).padStart(8)} ${outcome}`)
console.log(`Seed ${options.seed}; the longest task took ${longest.toFixed(0)} ms. ${failures} failed.`)
process.exitCode = failures > 0 ? 1 : 0

function outcomeOf(work: () => unknown): string {
  try {
    work()
    return 'done'
  } catch (error) {
    if (!(error instanceof AnonCredsError)) return `thrown ${error}`
    if (error.code === 'internal') console.log(error.cause)
    return error.code
  }
}
