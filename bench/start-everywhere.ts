import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@lastmile/e2e/free-port'
import { startServer } from '@lastmile/e2e/server'
import { createProduct, registerDefinition } from './product.ts'
import { Visitor } from './visitor.ts'
import { withWallets } from './wallets.ts'

/**
 * Starts the built server on one Node after the other, on the same data, and takes a visitor through each. The
 * arguments are programs. Exits with 1 when a visitor does not get to a verified proof, or when a Node has something to
 * warn of.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'everywhere-'))
const port = await freePort()
let failed = 0
try {
  for (const node of process.argv.slice(2)) {
    const problem = await tryOn(node).catch((error) => String(error instanceof Error ? error.message : error))
    console.log(problem ? `FAILED: ${problem}` : 'passed')
    if (problem) failed++
  }
} finally {
  await rm(dataDir, { recursive: true })
}
process.exit(failed === 0 ? 0 : 1)

/** @returns what went wrong */
async function tryOn(node: string): Promise<string | undefined> {
  process.stdout.write(`A visitor on Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()} … `)
  const server = await startServer({ node, port, dataDir })
  try {
    await withWallets(1, async ([scan]) => {
      const definition = await registerDefinition(new Visitor(server.origin), 'Everywhere', true)
      const party = createProduct({ ...server, workers: [] }, definition)
      if (scan) await party.serve(scan)
    })
    const warning = server.output.split('\n').find((line) => /warning|assertion/i.test(line))
    const code = await server.stop()
    return warning ?? (code === 0 ? undefined : `it ended with ${code}`)
  } finally {
    await server.stop()
  }
}
