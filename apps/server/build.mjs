// @ts-check
// Bundles the server and what it runs beside itself into dist/. Packages from node_modules stay outside.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Entry points; a name is that of the file in dist/. */
const entryPoints = {
  main: 'src/main.ts',
  reset: 'src/reset.ts',
  messages: 'src/messages.ts',
  // The agent starts its cryptography threads from the file beside the bundle.
  'crypto-worker': '../../packages/agent/src/crypto/crypto-worker.ts',
}

/** @param {string} [outdir] where to write the bundle; emptied before */
async function buildServer(outdir = `${folder}dist`) {
  rmSync(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: folder,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    packages: 'bundle',
    logLevel: 'warning',
    plugins: [
      {
        name: 'packages-outside',
        // Our own workspaces are TypeScript and go into the bundle, and so does what consists of very many files, for a
        // quick start; everything else is loaded from node_modules.
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@lastmile/') || path === 'kysely'
              ? undefined
              : { path, external: true },
          )
        },
      },
    ],
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer(process.argv[2])
