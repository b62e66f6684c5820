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
import type { Report } from './steps.ts'

const wallets = [
  { name: 'acapy-agent', version: '1.7.0', pythons: ['3.13'], handshake: 'https://didcomm.org/didexchange/1.1' },
  { name: 'acapy-agent', version: '1.2.7', pythons: ['3.12'], handshake: 'https://didcomm.org/connections/1.0' },
]
const ports = { product: 5450, metrics: 5451, wallet: { didcomm: 5452, admin: 5453, webhooks: 5454 } }

/**
 * ACA-Py as wallet of our server, and as issuer and verifier of our wallet. Needs Python 3.13; with Python 3.12 an
 * older one also connects with connections 1.0, which newer ones dropped.
 */
export async function acaPyJourneys(folder: string, report: Report): Promise<void> {
  const product = await startProduct({
    folder: join(folder, 'product'),
    port: ports.product,
    metricsPort: ports.metrics,
  })
  try {
    for (const release of wallets)
      for (const transport of ['http', 'socket'] as const)
        await runWallet({ folder, report, origin: product.origin, release, transport })
  } finally {
    await product.stop()
  }
  for (const release of wallets) await runIssuer({ folder, report, release })
}

interface Run {
  folder: string
  report: Report
  release: (typeof wallets)[number]
}

/** The whole journey with one wallet, which starts empty. */
async function runWallet({
  folder,
  report,
  origin,
  release,
  transport,
}: Run & { origin: string; transport: 'http' | 'socket' }): Promise<void> {
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
async function runIssuer({ folder, report, release }: Run): Promise<void> {
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
