// @ts-check
// `npm run dev`: server and pages from source, each reloaded when its files change, behind one address as in
// production.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareSources } from './prepare.mjs'
import { main } from './progress.mjs'
import { viteOnPages } from './vite.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepareSources)
process.chdir(root)
loadSettings()

// Visitors and wallets come to the pages' port; what is not a page is passed on to the server on the next one.
const pagesPort = Number(process.env.PORT ?? 3000)
const serverPort = pagesPort + 1

/** @type {import('node:child_process').ChildProcess[]} */
const children = []

/**
 * Starts a part; when one ends, so does the other.
 * @param {string[]} program arguments for Node
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
function keepRunning(program, { cwd = root, env } = {}) {
  const child = spawn(process.execPath, program, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    // A Ctrl-C reaches this process alone, which then asks each part once: asked twice they end without finishing.
    detached: true,
  })
  children.push(child)
  child.on('exit', (code) => stop(code ?? 1))
}

/** @param {number} code */
function stop(code) {
  if (process.exitCode !== undefined) return
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(0))

/** @param {number} port */
function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

const pages = viteOnPages([], ['--port', String(pagesPort), '--strictPort'])
keepRunning(pages.program, {
  cwd: at('apps/web'),
  env: { ...pages.env, NODE_ENV: 'development', SERVER_ORIGIN: `http://127.0.0.1:${serverPort}` },
})
// The issuer resolves its own published objects at the public address, so the pages' port must answer first.
while (process.exitCode === undefined && !(await isOpen(pagesPort))) await wait(100)
if (process.exitCode === undefined)
  keepRunning([at('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
    env: {
      NODE_ENV: 'development',
      PORT: String(serverPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${pagesPort}`,
    },
  })
