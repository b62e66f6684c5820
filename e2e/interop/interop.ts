import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOurWallet } from '../our-wallet.ts'
import { preparePython } from '../python-environment.ts'
import { holderFlags, issuerFlags, startAcaPy } from './aca-py.ts'
import { holderJourney } from './holder-journey.ts'
import { issuerJourney } from './issuer-journey.ts'
import { createObjectServer } from './object-server.ts'
import { objectServerRegistry } from './object-server-registry.ts'
import { createPhone } from './phone.ts'
import { createVisitor, startProduct } from './product-server.ts'
import { createReport } from './steps.ts'

/**
 * Runs the built server against another project's wallet, and our wallet against another project's issuer: `npm run
 * long -- interop`. Needs the server's bundle (`npm run build`) and Python 3.13; with Python 3.12 an older ACA-Py also
 * connects with connections 1.0, which newer ones dropped.
 */
const wallets = [
  { name: 'acapy-agent', version: '1.7.0', pythons: ['3.13'], handshake: 'https://didcomm.org/didexchange/1.1' },
  { name: 'acapy-agent', version: '1.2.7', pythons: ['3.12'], handshake: 'https://didcomm.org/connections/1.0' },
]
const ports = { product: 5450, metrics: 5451, wallet: { didcomm: 5452, admin: 5453, webhooks: 5454 } }

const folder = await mkdtemp(join(tmpdir(), 'interop-'))
const report = createReport()

/** The whole journey with one wallet, which starts empty. */
async function runWallet(
  origin: string,
  release: (typeof wallets)[number],
  transport: 'http' | 'socket',
): Promise<void> {
  const python = await preparePython(release)
  if (!python) {
    console.log(`ACA-Py ${release.version}: left out, there is no Python ${release.pythons} on this machine`)
    if (release === wallets[0]) report.counts.failed++
    return
  }
  const wallet = await startAcaPy({
    python,
    folder: join(folder, `${release.version}-${transport}`),
    ports: ports.wallet,
    transport,
    label: 'Phone',
    plugins: ['webvh_plugin'],
    flags: holderFlags,
  })
  try {
    const { handshake } = release
    await report.journey(
      `ACA-Py ${release.version}, ${handshake}, reached over ${transport}`,
      holderJourney({ visitor: createVisitor(origin), phone: createPhone(wallet), handshake }),
    )
  } finally {
    await wallet.stop()
  }
}

/** Our wallet, without an address, with an ACA-Py that issues and verifies. */
async function runIssuer(release: (typeof wallets)[number]): Promise<void> {
  const python = await preparePython(release)
  if (!python) return
  const objectServer = await createObjectServer()
  const issuer = await startAcaPy({
    python,
    folder: join(folder, `${release.version}-issuer`),
    ports: ports.wallet,
    transport: 'open-socket',
    label: 'Museum',
    plugins: ['object_server_registry'],
    flags: [...issuerFlags, '--tails-server-base-url', objectServer.url],
    environment: { OBJECT_SERVER: objectServer.url },
  })
  const wallet = await openOurWallet({ registry: objectServerRegistry(objectServer.url) })
  try {
    await report.journey(
      `ACA-Py ${release.version} as issuer and verifier of our wallet`,
      issuerJourney(issuer, wallet),
    )
  } finally {
    await wallet.holder.close()
    await issuer.stop()
    objectServer.close()
  }
}

try {
  const product = await startProduct({
    folder: join(folder, 'product'),
    port: ports.product,
    metricsPort: ports.metrics,
  })
  try {
    for (const release of wallets)
      for (const transport of ['http', 'socket'] as const) await runWallet(product.origin, release, transport)
  } finally {
    await product.stop()
  }
  for (const release of wallets) await runIssuer(release)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  report.counts.failed++
}

const { passed, failed } = report.counts
if (failed > 0) console.log(`What the processes wrote is in ${folder}`)
else await rm(folder, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
