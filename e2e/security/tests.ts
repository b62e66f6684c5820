import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Outcome, reports } from './outcome.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = 'apps/server/src'
const openid4vc = `${server}/modules/protocols/openid4vc`
const agent = 'packages/agent'
const holder = 'packages/holder/test'
const wallet = 'apps/web/app/wallet'
const journeys = 'e2e/journeys'

/** Tests of `npm test` that are about security, by what they show. */
export const securityTests: Record<string, string[]> = {
  'endpoint × owner and socket rooms': [
    `${server}/ownership.test.ts`,
    `${server}/realtime/socket.test.ts`,
    `${openid4vc}/messages.test.ts`,
    `${journeys}/openid4vc.test.ts`,
  ],
  'used once, by one wallet': [
    `${openid4vc}/issuing.test.ts`,
    `${openid4vc}/other-devices.test.ts`,
    `${openid4vc}/verifying.test.ts`,
  ],
  'bad input of every route': [`${server}/http-server.test.ts`, 'packages/contracts/src/contracts.test.ts'],
  'limits and Retry-After': [
    `${server}/limits.test.ts`,
    `${server}/platform/callers/rate-limits.test.ts`,
    `${server}/platform/callers/networks.test.ts`,
    `${agent}/test/refusals.test.ts`,
    `${agent}/test/full-queue.test.ts`,
  ],
  'floods of bytes and frames': [
    `${server}/entry-points.test.ts`,
    `${server}/platform/callers/bodies.test.ts`,
    `${server}/platform/callers/frame-guard.test.ts`,
    `${server}/platform/callers/senders.test.ts`,
    'scripts/lock-file.test.ts',
  ],
  'forged presentations': [
    `${agent}/test/forged-presentations.test.ts`,
    `${agent}/test/failed-checks.test.ts`,
    `${agent}/test/credential-requests.test.ts`,
    `${agent}/test/trust-domain.test.ts`,
    `${agent}/test/openid4vc-certificates.test.ts`,
    `${openid4vc}/verifying.test.ts`,
    'packages/formats/src/sd-jwt.test.ts',
    `${server}/modules/proofs/question.test.ts`,
    'packages/contracts/src/proof-request.test.ts',
  ],
  'hostile wallets': [
    `${agent}/test/bounds.test.ts`,
    `${agent}/test/inbound-messages.test.ts`,
    `${agent}/test/hostile-handshakes.test.ts`,
    `${agent}/test/hanging-hosts.test.ts`,
    `${agent}/test/strangers-messages.test.ts`,
    `${server}/survival.test.ts`,
    `${openid4vc}/hostile-wallets.test.ts`,
  ],
  'calls into the own network': [
    `${agent}/test/private-addresses.test.ts`,
    `${agent}/test/guarded-resolver.test.ts`,
    `${agent}/src/core/http/guarded-fetch.test.ts`,
    `${agent}/src/core/http/name-lookup.test.ts`,
    `${server}/config.test.ts`,
    `${holder}/openid4vc-strangers.test.ts`,
  ],
  'labels and images': [
    `${server}/modules/connections/connections.test.ts`,
    `${server}/modules/short-links/short-links.test.ts`,
    'packages/contracts/src/plain-words.test.ts',
    'packages/contracts/src/raster-picture.test.ts',
    'packages/journey/src/names-and-values.test.ts',
    `${holder}/strangers.test.ts`,
    `${wallet}/party-display.test.ts`,
    `${journeys}/web-wallet-stranger.test.ts`,
  ],
  'what a verifier learns and an issuer may mark': [
    `${holder}/disclosure.test.ts`,
    `${holder}/matching.test.ts`,
    `${holder}/did-webvh.test.ts`,
    `${holder}/openid4vc-strangers.test.ts`,
    `${openid4vc}/our-wallet.test.ts`,
    `${wallet}/views/request-card.test.tsx`,
  ],
  'hostile wallet files': [
    `${holder}/unreadable.test.ts`,
    `${holder}/mutated-files.test.ts`,
    `${holder}/wallet-file.test.ts`,
    `${holder}/keys.test.ts`,
    `${wallet}/views/not-opened.test.tsx`,
  ],
  'upload abuse': [
    `${server}/modules/credentials/definitions.test.ts`,
    `${server}/modules/credentials/unused-definitions.test.ts`,
    `${server}/modules/credentials/signed-values.test.ts`,
    'packages/content/src/uploaded-character.test.ts',
    'apps/web/app/features/character-upload/character-upload.test.tsx',
  ],
  headers: [
    `${server}/headers.test.ts`,
    `${server}/platform/pages/static-site.test.ts`,
    `${server}/modules/insights/insights.test.ts`,
  ],
  'contact form': [`${server}/modules/contact/contact.test.ts`, `${server}/modules/contact/delivery.test.ts`],
  'personal data forgotten': [
    `${agent}/test/personal-data.test.ts`,
    `${agent}/test/openid4vc-messages.test.ts`,
    `${server}/platform/database/traces.test.ts`,
    `${server}/platform/agent-storage/encrypted-rows.test.ts`,
    `${server}/platform/process/logging.test.ts`,
    `${server}/modules/expiry.test.ts`,
    `${server}/modules/protocol-messages/protocol-messages.test.ts`,
    `${openid4vc}/messages.test.ts`,
    `${openid4vc}/hostile-wallets.test.ts`,
  ],
  'personal data in the browser': [
    `${journeys}/confirmed-person.test.ts`,
    `${journeys}/operator.test.ts`,
    `${journeys}/web-wallet-network.test.ts`,
    'apps/web/app/visit/persistence/persistence.test.ts',
  ],
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export const testedRows = Object.keys(securityTests)

/** Projects of Vitest that can run together, as the stages of `npm test`. */
const stages = [['unit', 'web', 'web-alone'], ['module', 'module-alone'], ['browser']]

/** Runs them stage by stage, which takes minutes. @returns what each row shows */
export async function runTests(rows: readonly string[]): Promise<Map<string, Outcome>> {
  await mkdir(reports, { recursive: true })
  const files = [...new Set(rows.flatMap((row) => securityTests[row] ?? []))]
  const ran: Ran = new Map()
  for (const stage of stages) {
    for (const result of await runStage(stage, files)) ran.set(relative(root, result.name), result)
  }
  return new Map(rows.map((row) => [row, outcomeOf(securityTests[row] ?? [], ran)]))
}

async function runStage(projects: string[], files: string[]): Promise<Report['testResults']> {
  const file = join(reports, `tests-${projects.join('-')}.json`)
  await rm(file, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const flags = ['--passWithNoTests', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const run = spawn('npx', ['vitest', 'run', ...chosen, ...flags, ...files], { cwd: root, stdio: 'inherit' })
  await once(run, 'exit')
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{"testResults":[]}')) as Report
  return report.testResults
}

type Ran = Map<string, Report['testResults'][number]>

function outcomeOf(files: string[], ran: Ran): Outcome {
  const tests = files.flatMap((file) => ran.get(file)?.assertionResults ?? [])
  const passed = tests.filter(({ status }) => status === 'passed')
  const bad = [
    ...tests.filter(({ status }) => status !== 'passed').map(({ status, fullName }) => `${status}: ${fullName}`),
    // One that could not be loaded has no tests to report.
    ...files
      .filter((file) => ran.get(file)?.status !== 'passed')
      .map((file) => `${file} ${ran.get(file)?.message ?? 'did not run'}`),
  ]
  return {
    status: bad.length === 0 && passed.length > 0 ? 'passed' : 'failed',
    figure: `${passed.length} of ${tests.length} tests in ${files.length} files`,
    details: bad.join('\n') || undefined,
  }
}
