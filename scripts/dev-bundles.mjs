// @ts-check
// Bundles the server for `npm run dev`: packages once for each lock file, because Credo alone is a thousand files; our
// own sources beside them at each change.
import { existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { build, context } from 'esbuild'
import { entryPoints, options, plugins } from '../apps/server/build.mjs'
import { phase } from './progress.mjs'
import { at, sha256, stamp } from './workspace.mjs'

/** Ends esbuild's process, which otherwise goes on for a second or more. */
export { stop as endBundling } from 'esbuild'

// As deep as the sources and the built server, which find the repository's other files from where they are.
const folder = at('apps/server/.cache')
const packagesFolder = `${folder}/packages`

/** The bundled server: what it imports from packages, and its entry point. */
export const serverFiles = { packages: `${folder}/imports.js`, sources: `${folder}/main.js` }

/**
 * Bundles the server, and again whenever a file changes that it is made from.
 * @param {(packagesChanged: boolean) => Promise<void>} onBuilt
 */
export async function bundleOnChange(onBuilt) {
  /** @type {Map<string, string>} file of each package that our sources import, by what they call it */
  const imported = new Map()
  /** @type {Set<string>} files and their folders */
  const watched = new Set()
  let rebuilding = setTimeout(() => {}, 0)
  /**
   * esbuild looks at a file every second or so; the system reports a change at once.
   * @param {string} file
   */
  const watchSource = (file) => {
    const parent = dirname(file)
    if (parent.includes('node_modules')) return
    watched.add(file)
    if (watched.has(parent)) return
    watched.add(parent)
    watch(parent, (_event, name) => {
      if (!name || !watched.has(join(parent, name))) return
      clearTimeout(rebuilding)
      // An editor may write in two steps. esbuild has reported what does not compile.
      rebuilding = setTimeout(() => bundling.rebuild().catch(() => {}), 20)
    })
  }
  /** @type {import('esbuild').Plugin} */
  const packagesBeside = {
    name: 'packages beside',
    setup({ onResolve, onEnd, resolve }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...place }) => {
        if (pluginData === packagesBeside || place.kind === 'entry-point') return
        if (isBuiltin(path) || path.startsWith('@lastmile/') || place.importer.includes('node_modules')) return
        const found = imported.get(path) ?? (await resolve(path, { ...place, pluginData: packagesBeside })).path
        if (!found) return
        // Names can be imported from a bundled package only if it is an ES module; others go in with the sources.
        if (!/^(import|export)\b/m.test(readFileSync(found, 'utf8'))) return
        imported.set(path, found)
        return { path: `./packages/${path}.js`, external: true }
      })
      onEnd(async ({ errors, metafile }) => {
        if (errors.length > 0) return
        for (const file of Object.keys(metafile?.inputs ?? {})) watchSource(at('apps/server', file))
        const packagesChanged = await bundlePackages(imported)
        const imports = metafile?.outputs['.cache/main.js']?.imports ?? []
        const statements = imports
          .filter(({ kind }) => kind === 'import-statement')
          .map(({ path }) => `import '${path}'`)
        writeFileSync(serverFiles.packages, statements.join('\n'))
        await onBuilt(packagesChanged)
      })
    },
  }
  const { main, 'crypto-worker': cryptoWorker } = entryPoints
  const bundling = await context({
    ...options,
    entryPoints: { main, 'crypto-worker': cryptoWorker },
    outdir: folder,
    sourcemap: 'linked',
    // Node reads them from the files, and the map at each start.
    sourcesContent: false,
    metafile: true,
    plugins: [...plugins, packagesBeside],
  })
  await bundling.watch()
}

/**
 * @param {Map<string, string>} imported
 * @returns whether they were bundled anew
 */
async function bundlePackages(imported) {
  const names = [...imported.keys()].sort()
  const madeFrom = sha256(
    [readFileSync(at('package-lock.json')), readFileSync(at('apps/server/build.mjs')), names].join(),
  )
  const note = stamp('dev-packages')
  if (note.matches(madeFrom) && existsSync(packagesFolder)) return false
  await phase('Bundling packages', async () => {
    rmSync(packagesFolder, { recursive: true, force: true })
    await build({
      ...options,
      entryPoints: Object.fromEntries(imported),
      outdir: packagesFolder,
      splitting: true,
      plugins,
    })
  })
  note.write(madeFrom)
  return true
}
