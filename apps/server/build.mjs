// @ts-check
// Bundles the server and what it runs beside itself into dist/.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Entry points; a name is that of the file in dist/. */
export const entryPoints = {
  main: 'src/main.ts',
  reset: 'src/reset.ts',
  'contact-messages': 'src/contact-messages.ts',
  'rotate-key': 'src/rotate-key.ts',
  backup: 'src/backup.ts',
  'move-to-postgres': 'src/move-to-postgres.ts',
  // The agent starts its cryptography processes from the file beside the bundle.
  'crypto-worker': '../../packages/agent/src/core/crypto/crypto-worker.ts',
}

/**
 * Packages that stay in node_modules: native ones, and those that read files of their own or have few. All else is
 * bundled: Credo alone has a thousand files, which would take most of the start to load.
 */
const outside =
  /^(@photostructure\/sqlite|koffi$|fastify$|@fastify\/|nodemailer|pino|prom-client|socket\.io|workerpool)/

/** @type {import('esbuild').Plugin} */
const leaveOutside = {
  name: 'outside',
  setup({ onResolve }) {
    onResolve({ filter: outside }, ({ path, kind }) => (kind === 'entry-point' ? undefined : { path, external: true }))
  },
}

/** Packages that Credo and class-validator import for what this server never does: 44 % of the bundle (record 137). */
const neverReached =
  /^(@animo-id\/(mdoc|pex)|@astronautlabs\/jsonpath|@digitalcredentials\/|@sphereon\/|libphonenumber-js|web-did-resolver)/

/** @type {import('esbuild').Plugin} */
const leaveOut = {
  name: 'left out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: neverReached }, ({ path }) => ({ path, namespace: 'left-out' }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = require('./left-out.mjs').leftOut(${JSON.stringify(path)})`,
      resolveDir: folder,
    }))
  },
}

/** Of every bundle for Node. */
export const plugins = [leaveOutside, leaveOut]

/** Options of every bundle for Node, that of `npm run dev` too. */
export const options = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: folder,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'bundle',
  logLevel: 'warning',
  // Credo finds classes by their names.
  keepNames: true,
  // CommonJS packages in the bundle ask for Node's own modules this way.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
})

/** @param {string} [outdir] where to write the bundle; emptied before */
async function buildServer(outdir = `${folder}dist`) {
  rmSync(outdir, { recursive: true, force: true })
  await build({ ...options, entryPoints, outdir, splitting: true, sourcemap: 'linked', plugins })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer(process.argv[2])
