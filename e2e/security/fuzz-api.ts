import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preparePython } from '../python-environment.ts'
import { type ProductServer, startServer } from '../server.ts'
import { openWillingWallet } from '../willing-wallet.ts'
import { type Outcome, reports } from './outcome.ts'
import { type RealThings, realThings } from './real-things.ts'

const schemathesis = { name: 'schemathesis', version: '4.32.5', pythons: ['3.13', '3.12', '3.11'] }
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'says_when_to_come_back',
  'tells_nothing_of_the_inside',
]
/** The target of docs/quality.md, security and privacy. */
const leastRequests = 10_000
/** Of each route: some can be asked in few ways only. */
const requestsPerRoute = 600
const longestMs = 15 * 60_000
const hooks = fileURLToPath(new URL('.', import.meta.url))
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))

/**
 * Schemathesis asks the built server everything that its OpenAPI document allows, and what it forbids, as three
 * visitors who have a connection, a credential and proofs. No answer may be a 5xx, one that the document does not have,
 * or one that names the inside.
 */
export async function fuzzApi(): Promise<Outcome> {
  const python = await preparePython(schemathesis)
  if (!python)
    return {
      status: 'not checked',
      figure: `Schemathesis needs Python ${schemathesis.pythons.join(', ')}: none is here`,
    }
  const server = await startServer({
    settings: {
      CONTENT_DIR: content,
      ALLOW_PRIVATE_WALLETS: 'true',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      // Keys for each name that is made up would take minutes; what may be uploaded has tests of its own.
      CHARACTER_UPLOAD: 'false',
      MAX_OPEN_INVITATIONS: '1000000',
      MAX_OPEN_OFFERS: '1000000',
      MAX_OPEN_PROOFS: '1000000',
      MAX_MESSAGES_WAITING: '1000000',
    },
  })
  const wallet = await openWillingWallet()
  try {
    const things = await realThings(server.origin, wallet)
    // From here on it lets things lie.
    wallet.policies = { offers: 'silent', proofRequests: 'silent' }
    return await ask(server, python, things)
  } finally {
    await wallet.close()
    await server.discard()
  }
}

async function ask(server: ProductServer, python: string, things: RealThings): Promise<Outcome> {
  await mkdir(reports, { recursive: true })
  const report = join(reports, 'fuzz-api.json')
  await rm(report, { force: true })
  const options = {
    '--workers': '2',
    '--checks': checks.join(),
    '--phases': 'coverage,fuzzing',
    '--max-examples': `${requestsPerRoute}`,
    '--max-redirects': '0',
    '--request-timeout': '30',
    '--generation-database': 'none',
    '--report-json-path': report,
  }
  const run = spawn(
    python,
    [
      '-m',
      'schemathesis.cli',
      'run',
      `${server.origin}/docs/openapi.json`,
      ...Object.entries(options).flat(),
      '--no-shrink',
      '--continue-on-failure',
      '--no-color',
    ],
    {
      // Where it leaves what failed.
      cwd: reports,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: longestMs,
      env: {
        ...process.env,
        PYTHONPATH: hooks,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'real_things',
        REAL_THINGS: JSON.stringify(things),
      },
    },
  )
  let output = ''
  run.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = await once(run, 'close')
  const { generated, with_failures } = await countsIn(report)
  const logged = server.output.split('\n').filter((line) => /not caught|"level":(50|60),/.test(line))
  const passed = code === 0 && generated >= leastRequests && logged.length === 0
  return {
    status: passed ? 'passed' : 'failed',
    figure: `${generated} requests, ${with_failures} with an answer that it must not have, ${logged.length} errors logged`,
    details: passed
      ? undefined
      : [output.slice(Math.max(0, output.indexOf('= FAILURES ='))), ...logged.slice(0, 20)].join('\n'),
  }
}

/** Of Schemathesis's report; nothing when it did not come to writing one. */
async function countsIn(report: string): Promise<{ generated: number; with_failures: number }> {
  const text = await readFile(report, 'utf8').catch(() => '')
  return text ? JSON.parse(text).test_cases : { generated: 0, with_failures: 0 }
}
