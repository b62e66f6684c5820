import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOurWallet } from '../../our-wallet.ts'
import { type PythonRelease, preparePython } from '../../python-environment.ts'
import { createVisitor, startProduct } from '../product-server.ts'
import type { Report } from '../steps.ts'
import { startCredo } from './credo.ts'
import { credoHolderJourney } from './credo-holder-journey.ts'
import { credoIssuerJourney } from './credo-issuer-journey.ts'
import { openvcRelease, startOpenvc } from './openvc.ts'
import { openvcJourney } from './openvc-journey.ts'
import { createOurSite, type OurSite } from './our-site.ts'
import { makePolarisKeys, polarisRelease, startPolaris } from './polaris.ts'
import { polarisJourney } from './polaris-journey.ts'

const ports = { product: 5455, metrics: 5456, credo: 5457, polaris: 5458, openvc: 5459 }

/** Our server and our wallet with others that speak OpenID4VC. */
export async function openid4vcJourneys(folder: string, report: Report): Promise<void> {
  const product = await startProduct({
    folder: join(folder, 'openid4vc-product'),
    port: ports.product,
    metricsPort: ports.metrics,
  })
  try {
    const site = await createOurSite(createVisitor(product.origin), product.origin)
    await runCredo(folder, report, site)
    await runPolaris(folder, report, site)
    await runOpenvc(folder, report, site)
  } finally {
    await product.stop()
  }
}

async function runCredo(folder: string, report: Report, site: OurSite): Promise<void> {
  const credo = await startCredo({ logFile: join(folder, 'credo.log'), port: ports.credo, trustedRoots: [site.root] })
  const wallet = await openOurWallet()
  try {
    await report.journey('Credo 0.6.3 as holder of our credentials', credoHolderJourney(credo, site))
    await report.journey(
      'Credo 0.6.3 as issuer and verifier of our wallet',
      credoIssuerJourney(credo, wallet, site, `http://localhost:${ports.credo}/types/card`),
    )
  } finally {
    await wallet.holder.close()
    await credo.stop()
  }
}

async function runPolaris(folder: string, report: Report, site: OurSite): Promise<void> {
  const python = await pythonFor(polarisRelease, report)
  if (!python) return
  const polarisFolder = join(folder, 'polaris')
  const another = await makePolarisKeys(python, polarisFolder)
  const ours = join(polarisFolder, 'our-root.pem')
  await writeFile(ours, site.root)
  const ask = (by: 'ours' | 'another') =>
    startPolaris({
      python,
      folder: polarisFolder,
      port: ports.polaris,
      issuerRoot: by === 'ours' ? ours : another.root,
      type: site.type,
      claim: 'full_name',
    })
  const wallet = await openOurWallet()
  try {
    const title = `polaris-oid4vp ${polarisRelease.version} as verifier of our wallet`
    await report.journey(title, polarisJourney(site, wallet, ask))
  } finally {
    await wallet.holder.close()
  }
}

async function runOpenvc(folder: string, report: Report, site: OurSite): Promise<void> {
  const python = await pythonFor(openvcRelease, report)
  if (!python) return
  const openvc = await startOpenvc({ python, logFile: join(folder, 'openvc.log'), port: ports.openvc, site })
  const wallet = await openOurWallet()
  try {
    const title = `openvc ${openvcRelease.version} as issuer and verifier of our wallet`
    await report.journey(title, openvcJourney(openvc, wallet, site))
  } finally {
    await wallet.holder.close()
    await openvc.stop()
  }
}

/** Undefined, and counted as failed, when the machine has no fitting Python. */
async function pythonFor(release: PythonRelease, report: Report): Promise<string | undefined> {
  const python = await preparePython(release)
  if (python) return python
  console.log(`${release.name}: left out, there is no Python ${release.pythons.join(' or ')} on this machine`)
  report.counts.failed++
  return undefined
}
