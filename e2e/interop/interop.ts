import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AcaPy, startAcaPy } from './aca-py.ts'
import { holderJourney } from './holder-journey.ts'
import { createPhone } from './phone.ts'
import { createVisitor, startProduct } from './product-server.ts'
import { type AcaPyRelease, preparePython } from './python-environment.ts'
import { createReport } from './steps.ts'

/**
 * Runs the built server against a wallet of somebody else: `npm run interop`. Needs the server's bundle (`npm run
 * build`) and Python 3.13; with Python 3.12 an older ACA-Py also connects with connections 1.0, which newer ones dropped.
 */
const wallets: (AcaPyRelease & { handshake: string })[] = [
  { version: '1.7.0', python: '3.13', handshake: 'https://didcomm.org/didexchange/1.1' },
  { version: '1.2.7', python: '3.12', handshake: 'https://didcomm.org/connections/1.0' },
]
const ports = { product: 5450, metrics: 5451, wallet: 5452 }

const folder = await mkdtemp(join(tmpdir(), 'interop-'))
const report = createReport()
const running: { stop(): Promise<void> }[] = []
const stopAll = async () => {
  for (const process of running.splice(0).reverse()) await process.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(1)))

try {
  const product = await startProduct({
    folder: join(folder, 'product'),
    port: ports.product,
    metricsPort: ports.metrics,
  })
  running.push(product)
  for (const release of wallets) {
    const python = await preparePython(release)
    if (!python) {
      console.log(`ACA-Py ${release.version}: left out, there is no Python ${release.python} on this machine`)
      if (release === wallets[0]) report.counts.failed++
      continue
    }
    const wallet: AcaPy = await startAcaPy({ python, folder: join(folder, release.version), firstPort: ports.wallet })
    running.push(wallet)
    await report.journey(
      `ACA-Py ${release.version}, ${release.handshake}`,
      holderJourney({
        visitor: createVisitor(product.origin),
        phone: createPhone(wallet),
        handshake: release.handshake,
      }),
    )
    running.pop()
    await wallet.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  report.counts.failed++
} finally {
  await stopAll()
}

const { passed, failed } = report.counts
if (failed > 0) console.log(`What the processes wrote is in ${folder}`)
else await rm(folder, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
