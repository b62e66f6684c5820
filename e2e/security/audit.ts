import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Outcome, reports } from './outcome.ts'

/** The part of CycloneDX 1.5 that is read here. */
interface BillOfMaterials {
  components: Component[]
}

interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const crate = 'packages/anoncreds-wasm/crate/Cargo.toml'
/** Packages that run or are sent to visitors; the tools that build and test them are not shipped. */
const product = ['apps/server', 'apps/web', 'apps/terminal-wallet']

/** By their identifiers of SPDX: all may be part of a work that is under Apache-2.0. */
const allowed = new Set([
  ...['Apache-2.0', 'MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Zlib', 'CC0-1.0'],
  // Fonts, which stay under it.
  'OFL-1.1',
])

/** Packages whose package.json names none, or no identifier: what the files beside it say, or their repository. */
const readByPeople: Record<string, string> = {
  '@sphereon/kmp-mdoc-core@0.2.0-SNAPSHOT.26': 'Apache-2.0, in its repository',
  'credentials-context@2.0.0': 'BSD-3-Clause, and the W3C Software and Document License for its contexts',
  'ec-compression@0.0.1-alpha.12': 'MIT',
  'prelude-ls@1.1.2': 'MIT',
  'tween-functions@1.2.0': 'BSD-3-Clause',
}

/** @returns what a program prints, whatever becomes of it */
function run(program: string, ...args: string[]): Promise<{ failed: boolean; text: string; complaint: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, text, complaint) =>
      resolve({ failed: error !== null, text, complaint: complaint || String(error ?? '') }),
    )
  })
}

/** Writes what the product is made of as CycloneDX, and reads its licences. */
export async function auditLicences(): Promise<Outcome> {
  const workspaces = product.flatMap((each) => ['--workspace', each])
  const flags = ['--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', ...workspaces]
  const { failed, text, complaint } = await run('npm', 'sbom', ...flags)
  if (failed) return { status: 'failed', figure: 'npm makes no bill of materials', details: complaint }
  await mkdir(reports, { recursive: true })
  await writeFile(join(reports, 'sbom.cdx.json'), text)
  const { components } = JSON.parse(text) as BillOfMaterials
  const bought = components.filter(({ name }) => !name.startsWith('@lastmile/'))
  return judged(
    bought.map(({ name, version, licenses }) => ({ id: `${name}@${version}`, licence: licenceOf(licenses) })),
  )
}

/** The same for what the holder's WebAssembly is made of, as Rust's Cargo knows it from the crate's lockfile. */
export async function auditCrates(): Promise<Outcome> {
  const flags = [
    '--locked',
    '--format-version=1',
    '--filter-platform=wasm32-unknown-unknown',
    `--manifest-path=${crate}`,
  ]
  const { failed, text, complaint } = await run('cargo', 'metadata', ...flags)
  if (failed)
    return { status: 'not checked', figure: 'Cargo does not say what the crate is made of', details: complaint }
  const { packages } = JSON.parse(text) as { packages: { name: string; version: string; license: string | null }[] }
  return judged(
    packages.map(({ name, version, license }) => ({
      id: `${name}@${version}`,
      // As older crates write it.
      licence: license?.replaceAll('/', ' OR ') ?? 'none named',
    })),
  )
}

const licenceOf = ([first]: Component['licenses'] = []) =>
  first?.expression ?? first?.license?.id ?? first?.license?.name ?? 'none named'

function judged(parts: { id: string; licence: string }[]): Outcome {
  const others = parts.filter(({ id, licence }) => !(id in readByPeople) && !isAllowed(licence))
  return {
    status: parts.length > 0 && others.length === 0 ? 'passed' : 'failed',
    figure: `${parts.length} packages, ${others.length} with a licence that is not allowed`,
    details: others.map(({ id, licence }) => `${id}: ${licence}`).join('\n') || undefined,
  }
}

/** An expression is all of one kind: one that mixes OR and AND in parentheses is for people. */
function isAllowed(expression: string): boolean {
  const licence = expression.replace(/^\((.*)\)$/, '$1')
  const isGood = (id: string) => allowed.has(id)
  return licence.split(' OR ').some(isGood) || licence.split(' AND ').every(isGood)
}

/** Asks the registry for known vulnerabilities of everything in the lockfile. */
export async function auditLockfile(): Promise<Outcome> {
  const { text, complaint } = await run('npm', 'audit', '--json')
  const answer = parsed(text)
  const found = answer?.metadata?.vulnerabilities
  if (!found) {
    const why = answer?.message ?? complaint
    return { status: 'not checked', figure: 'the registry says nothing of vulnerabilities here', details: why }
  }
  const severe = Object.entries(answer?.vulnerabilities ?? {}).filter(([, { severity }]) =>
    ['high', 'critical'].includes(severity),
  )
  return {
    status: severe.length === 0 ? 'passed' : 'failed',
    figure: `${answer?.metadata?.dependencies?.total} packages, ${found.critical} critical, ${found.high} high, ${found.moderate} moderate, ${found.low} low`,
    details: severe.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`).join('\n') || undefined,
  }
}

/** The part of `npm audit --json` that is read here; with `message` when the registry did not answer. */
interface AuditAnswer {
  message?: string
  vulnerabilities?: Record<string, { severity: string; range: string }>
  metadata?: {
    vulnerabilities: Record<'critical' | 'high' | 'moderate' | 'low', number>
    dependencies: { total: number }
  }
}

function parsed(text: string): AuditAnswer | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
