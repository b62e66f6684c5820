import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { type Heaviness, heaviestPlaces } from './heaviest-places.ts'
import { createProduct, registerDefinition } from './product.ts'
import { ms, row, say } from './report.ts'
import { signingWorkers } from './server-process.ts'
import { measureVisits } from './visit.ts'
import { Visitor } from './visitor.ts'
import { withWallets } from './wallets.ts'

const profileFile = fileURLToPath(new URL('out/visitor.cpuprofile', import.meta.url))
const recorder = new URL('record-profile.mjs', import.meta.url).href
const longestList = 15

/**
 * Where the time of the server's main thread goes for one visitor: writes a profile that browsers' developer tools
 * open, and prints its heaviest packages and functions. What worker processes and the library's own threads do is not
 * in it.
 */
export async function profileVisitor(visitors = 40, protocol?: 'openid4vc'): Promise<void> {
  await mkdir(dirname(profileFile), { recursive: true })
  await rm(profileFile, { force: true })
  const server = await startServer({
    nodeOptions: ['--import', recorder],
    settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn', CPU_PROFILE: profileFile },
  })
  try {
    await shippedDefinitionsMade(server)
    const definitionId = await registerDefinition(new Visitor(server.origin), 'Revocable credential', true, protocol)
    const { origin, pid, metricsUrl } = server
    const product = createProduct(
      { origin, pid, metricsUrl, workers: await signingWorkers(pid) },
      definitionId,
      protocol,
    )
    // Loading and compiling happen once and are not a visitor's cost.
    await withWallets(20, (wallets) => measureVisits(product, wallets, 2))
    const { cpu } = await withWallets(visitors, async (wallets) => {
      process.kill(pid, 'SIGUSR2')
      const figures = await measureVisits(product, wallets, 1)
      process.kill(pid, 'SIGUSR2')
      return figures
    })
    while (!existsSync(profileFile)) await pause(100)
    await report(visitors, cpu / visitors)
  } finally {
    await server.discard()
  }
}

async function report(visitors: number, cpu: number) {
  const { packages, functions } = heaviestPlaces(JSON.parse(await readFile(profileFile, 'utf8')), recorder)
  const perVisitor = (places: Heaviness[]) => {
    for (const { place, self, below } of places.slice(0, longestList))
      row(place.padEnd(100), [ms(self / visitors), ms(below / visitors)])
  }
  const total = packages.reduce((sum, { self }) => sum + self, 0)
  say(`\nOf ${visitors} visitors one at a time: main thread ${ms(total / visitors)} of ${ms(cpu)} CPU per visitor`)
  row('Package'.padEnd(100), ['itself', 'and below'])
  perVisitor(packages)
  say()
  row('Function'.padEnd(100), ['itself', 'and below'])
  perVisitor(functions)
  say(`\nThe profile is ${profileFile}`)
}
