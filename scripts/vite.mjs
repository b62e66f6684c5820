// @ts-check
// Runs Vite on the pages, wherever the repository lies.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, root } from './workspace.mjs'

/**
 * Node's arguments for Vite. Vite takes `#` and `?` for the end of a path: a folder whose path holds one is
 * seen through a link, until this process ends.
 * @param {string[]} command
 * @param {string[]} [options]
 * @returns {{ program: string[], env: NodeJS.ProcessEnv }}
 */
export function viteOnPages(command, options = []) {
  const script = 'node_modules/vite/bin/vite.js'
  if (!/[#?]/.test(root)) return { program: [at(script), ...command, ...options], env: {} }
  const folder = mkdtempSync(join(tmpdir(), 'last-mile-pages-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const link = join(folder, 'link')
  symlinkSync(root, link)
  const pages = join(link, 'apps/web')
  const keepLinks = ['--preserve-symlinks', '--preserve-symlinks-main']
  const loader = ['--import', join(link, 'node_modules/tsx/dist/loader.mjs')]
  const config = ['--configLoader', 'native', '--config', join(pages, 'vite.config.ts')]
  return {
    program: [...keepLinks, ...loader, join(link, script), ...command, pages, ...config, ...options],
    env: { LINKED_PAGES: pages },
  }
}
