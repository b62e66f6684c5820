// @ts-check
// `npm run dev`: server and pages from source, each reloaded when its files change, behind one address as in
// production.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareSources } from './prepare.mjs'
import { main } from './progress.mjs'
import { stopSignals } from './signals.mjs'
import { viteOnPages } from './vite.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepareSources)
// It needs esbuild, which is there from here on.
const { bundleOnChange, endBundling, serverFiles } = await import('./dev-bundles.mjs')
process.chdir(root)
loadSettings()

// Visitors and wallets come to the pages' port; what is not a page is passed on to the server on the next one.
const pagesPort = Number(process.env.PORT ?? 3000)
const serverPort = pagesPort + 1

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

/**
 * @param {string[]} program arguments for Node
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv, messages?: 'ipc'[] }} options
 */
function start(program, { cwd = root, env, messages = [] }) {
  const child = spawn(process.execPath, program, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit', ...messages],
    env: { ...process.env, NODE_ENV: 'development', ...env },
    // A Ctrl-C reaches this process alone, which then asks each part once: asked twice they end without finishing.
    detached: true,
  })
  children.add(child)
  child.on('exit', () => {
    children.delete(child)
    if (process.exitCode === undefined || children.size > 0) return
    endBundling()
    // The sources are still watched.
    process.exit()
  })
  return child
}

/** @param {number} code */
function stop(code) {
  if (process.exitCode !== undefined) return
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of stopSignals) process.on(signal, () => stop(0))

/** Milliseconds that a server has to finish its calls before the next one starts. A kill loses no data. */
const longestFarewell = 500

/** @typedef {import('node:child_process').ChildProcess | undefined} Server */
/** @type {Server} */
let server
/** @type {Server} A server that has loaded its packages and waits for our sources. */
let nextServer

/** @param {boolean} packagesChanged */
async function restartServer(packagesChanged) {
  if (server && children.has(server)) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    const killing = setTimeout(() => server?.kill('SIGKILL'), longestFarewell)
    await ended
    clearTimeout(killing)
  }
  if (process.exitCode !== undefined) return
  if (packagesChanged) nextServer?.kill('SIGKILL')
  server = !packagesChanged && nextServer && children.has(nextServer) ? nextServer : waitingServer()
  server.send('start')
  nextServer = waitingServer()
}

function waitingServer() {
  return start([at('scripts/dev-server.mjs'), serverFiles.packages, serverFiles.sources], {
    messages: ['ipc'],
    env: {
      PORT: String(serverPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${pagesPort}`,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`,
    },
  })
}

/** @param {number} port */
function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

const pages = viteOnPages([], ['--port', String(pagesPort), '--strictPort'])
start(pages.program, {
  cwd: at('apps/web'),
  env: { ...pages.env, SERVER_ORIGIN: `http://127.0.0.1:${serverPort}` },
}).on('exit', (code) => stop(code ?? 1))
// The issuer resolves its own published objects at the public address, so the pages' port must answer first.
while (process.exitCode === undefined && !(await isOpen(pagesPort))) await wait(100)
if (process.exitCode === undefined) await bundleOnChange(restartServer)
