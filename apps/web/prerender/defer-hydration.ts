import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Starts the page's modules, and applies its whole stylesheet, at the first interaction or when the browser has nothing
 * else to do. The started script has the very text that stands in the page, so the content security policy's hash of it
 * holds.
 */
const starter = `(function(){var e=['pointerdown','keydown','touchstart'],s=function(){if(!s)return;document.querySelectorAll('link[data-later]').forEach(function(l){l.disabled=false});e.forEach(function(n){removeEventListener(n,s)});s=null;var m=document.createElement('script');m.type='module';m.textContent=document.getElementById('modules').textContent;document.body.append(m)},r=function(){s&&s()};e.forEach(function(n){addEventListener(n,s,{passive:true})});addEventListener('load',function(){window.requestIdleCallback?requestIdleCallback(r,{timeout:4000}):setTimeout(r,2000)})})()`

const modulePreload = /<link rel="modulepreload"[^>]*>/g
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/

/**
 * Prerendered pages read, scroll and link without JavaScript, so they should not wait for it (quality targets: at most
 * 20 KB of it before the first interaction or idle).
 *
 * @throws Error when a page does not look as the router writes it.
 */
export async function deferHydration(clientFolder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = join(clientFolder, path, 'index.html')
    const html = await readFile(file, 'utf8')
    if (!moduleScript.test(html)) throw new Error(`${file} starts no modules, so its start can't be deferred`)
    const deferred = html
      .replaceAll(modulePreload, '')
      .replace(
        moduleScript,
        (_, modules: string) => `<script type="text/plain" id="modules">${modules}</script><script>${starter}</script>`,
      )
    await writeFile(file, deferred)
  }
}
