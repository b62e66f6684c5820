import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadContent, resolveCharacter } from '@lastmile/content'
import { brand, confirmedPersonSlug } from '@lastmile/contracts'
import {
  appPaths,
  characterPage,
  labCodePlaceholder,
  originPlaceholder,
  type Page,
  pages,
  socialImagePath,
} from '@lastmile/contracts/pages'
import { apiDocsPath, serviceWorkerPath, walletPath } from '@lastmile/contracts/site'
import { builtFile } from '@lastmile/e2e/built-file'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerStaticSite } from './static-site.ts'

const publicUrl = 'https://lastmile.example'
const offered = loadContent().characters.filter(({ id }) => id !== confirmedPersonSlug)
const characterPages = offered.map((each) => {
  const { hidden = false, ...character } = resolveCharacter(each, new Date())
  return characterPage({ ...character, hidden })
})
const site: Page[] = [...pages, ...characterPages].filter(({ path }) => path !== '/404')
const listed = site.filter(({ isIndexed }) => isIndexed)

const webDir = join(import.meta.dirname, '../../../../web/build/client')

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  await registerStaticSite(app, {
    webDir,
    publicUrl,
    isAppPath: (path) =>
      (appPaths as readonly string[]).includes(path) || characterPages.some((page) => path === `/demo${page.path}`),
  })
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

/** Attributes of the tags that hold all the given words. */
function tags(html: string, name: string, ...words: string[]): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))]
    .map(([tag]) => tag)
    .filter((tag) => words.every((word) => tag.includes(word)))
    .map((tag) => Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])))
}

const scriptsOf = (html: string) => tags(html, 'script', 'type="module"').map(({ src = '' }) => src)

/** Texts of the scripts and of everything that they import, at once or later, by address. */
async function withImports(addresses: readonly string[], known = new Map<string, string>()) {
  for (const address of addresses.filter((each) => !known.has(each))) {
    const { statusCode, body } = await get(address)
    expect(statusCode, address).toBe(200)
    known.set(address, body)
    const imports = [...body.matchAll(/(?:from|import)\s*\(?[`"']\.\/([\w.-]+\.js)[`"']/g)]
    await withImports(
      imports.map(([, file]) => `/assets/${file}`),
      known,
    )
  }
  return known
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')

describe('the built site', () => {
  it.each(site.map((page) => [page.path, page] as const))(
    'answers %s with what its head promises',
    async (path, page) => {
      const { statusCode, body: html } = await get(path)
      expect(statusCode).toBe(200)
      expect(html).not.toContain(originPlaceholder)
      expect(html).toContain(`<title>${escaped(page.title)}</title>`)
      expect(tags(html, 'meta', 'name="description"')).toEqual([
        { name: 'description', content: escaped(page.description) },
      ])
      expect(html.match(/<h1\b/g)).toHaveLength(1)
      expect(html).toContain('<nav aria-label="Breadcrumb"')
      expect(html.match(/aria-current="page"/g)?.length).toBeGreaterThanOrEqual(1)
      if (!page.isIndexed) {
        expect(tags(html, 'meta', 'content="noindex"')).toHaveLength(1)
        return
      }
      expect(tags(html, 'link', 'rel="canonical"')).toEqual([{ rel: 'canonical', href: `${publicUrl}${path}` }])
      expect(html).not.toContain('noindex')
      const image = socialImagePath(path)
      expect(tags(html, 'meta', 'property="og:image"')[0]?.content).toBe(`${publicUrl}${image}`)
      const picture = await get(image)
      expect(picture.headers['content-type']).toBe('image/png')
      expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
      const { '@graph': graph } = JSON.parse(json) as { '@graph': { '@type': string; itemListElement?: object[] }[] }
      expect(graph[0]).toMatchObject({ '@type': 'Organization', name: brand, url: `${publicUrl}/` })
      expect(graph[1]?.['@type']).toBe('BreadcrumbList')
      expect(graph[1]?.itemListElement?.at(-1)).toMatchObject({ name: page.name, item: `${publicUrl}${path}` })
    },
  )

  it('has the lab’s address on the sheet for teachers, in words and as a code', async () => {
    const { body } = await get('/lab/teach')
    expect(body).toContain(`>${publicUrl}/lab</strong>`)
    expect(body).not.toContain(labCodePlaceholder)
    expect(tags(body, 'svg', 'aria-label="QR code of the lab’s address"')).toHaveLength(1)
  })

  it.each(site.map(({ path }) => path))('paints %s from one small file', async (path) => {
    const { body: html, rawPayload } = await get(path)
    expect(gzipSync(rawPayload).length).toBeLessThanOrEqual(20 * 1024)
    expect(tags(html, 'link', 'rel="stylesheet"')).toEqual([])
    expect(html.indexOf('</style>')).toBeLessThan(html.indexOf('<body'))
  })

  it.each(site.map(({ path }) => path))('starts few and small scripts on %s, and no React', async (path) => {
    const { body: html } = await get(path)
    const asked = scriptsOf(html)
    expect(asked.length).toBeGreaterThan(0)
    const scripts = await withImports(asked)
    for (const [file, text] of scripts) expect(text, file).not.toMatch(/react\.transitional\.element|createRoot/)
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text)
    const weight = [...scripts.values(), ...inline].reduce((sum, text = '') => sum + gzipSync(text).length, 0)
    expect(weight).toBeLessThanOrEqual(20_000)
  })

  it('starts on a screen of the application all that the screen needs at once', async () => {
    const { body: html } = await get('/demo')
    const [react = ''] = [...(await withImports(scriptsOf(html)))].find(([, text]) => /createRoot/.test(text)) ?? []
    expect(react).toMatch(/^\/assets\//)
    const preloaded = tags(html, 'link', 'rel="modulepreload"').map(({ href }) => href)
    expect(preloaded).toContain(builtFile('app/routes/screens/demo.tsx'))
  })

  it.each([
    ['/wallet', 'identity'],
    ['/wallet', 'gzip'],
    ['/wallet', 'br'],
    ['/lab/cheat', 'br'],
  ])('allows WebAssembly in the worker of %s alone (%s)', async (path, encoding) => {
    const { body: html, headers } = await get(path)
    expect(headers['content-security-policy']).not.toContain('wasm')
    const scripts = [...(await withImports(scriptsOf(html)))]
    const workers = scripts.flatMap(([, text]) => text.match(/\/wallet\/\w+\.js/g) ?? [])
    expect(workers.length).toBeGreaterThan(0)
    for (const worker of workers) {
      const answer = await get(worker, { 'accept-encoding': encoding })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
    }
    for (const [address] of scripts) {
      expect((await get(address)).headers['content-security-policy'] ?? '').not.toContain('wasm')
    }
  })

  it.each(['identity', 'gzip', 'br'])(
    'lets the wallet’s service worker fetch from here and nothing else (%s)',
    async (encoding) => {
      const { headers } = await get(serviceWorkerPath, { 'accept-encoding': encoding })
      expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
      expect(headers['cache-control']).toBe('no-cache')
    },
  )

  it.each([
    ['/', 'camera=()'],
    ['/confirmd', 'camera=()'],
    ['/demo', 'camera=(self)'],
    [walletPath, 'camera=(self)'],
  ])('says of %s: %s', async (path, camera) => {
    expect(String((await get(path)).headers['permissions-policy']).split(', ')).toContain(camera)
  })

  it('keeps for the wallet’s page all that it needs', async () => {
    const { body: html } = await get(walletPath)
    const { body } = await get(serviceWorkerPath)
    const shell = [...new Set(body.match(/\/[\w./-]+\.(?:js|css|woff2|wasm|svg|png|ico|webmanifest)/g))]
    for (const file of shell) expect((await get(file)).statusCode, file).toBe(200)
    const scripts = [...(await withImports(scriptsOf(html))).keys()].filter((file) => html.includes(file))
    expect(shell).toEqual(expect.arrayContaining(scripts))
    expect(shell.filter((file) => /^\/wallet\/\w+\.js$/.test(file)).length).toBeGreaterThan(0)
    expect(shell.filter((file) => file.endsWith('.wasm'))).toHaveLength(1)
  })

  it('has files whose names say nothing that a content blocker takes for advertising or analytics', () => {
    for (const folder of ['assets', 'wallet'])
      for (const file of readdirSync(join(webDir, folder)))
        expect(file).toMatch(/^[\da-f]{12}\.(js|css|svg|png|jpg|webp|woff2|wasm)(\.br|\.gz)?$/)
  })

  it('is installed as the wallet from the wallet’s page, and as the site from every other', async () => {
    const manifestOf = async (path: string) => tags((await get(path)).body, 'link', 'rel="manifest"')[0]?.href ?? ''
    expect(await manifestOf('/demo')).toBe('/manifest.webmanifest')
    const manifest = JSON.parse((await get(await manifestOf(walletPath))).body)
    expect(manifest).toMatchObject({ id: walletPath, start_url: walletPath, display: 'standalone' })
  })

  it('lists in sitemap.xml every page for search engines and no other', async () => {
    const { body } = await get('/sitemap.xml')
    const found = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(found).toEqual(listed.map(({ path }) => `${publicUrl}${path}`).sort())
    expect((await get('/robots.txt')).body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  })

  it('answers unknown addresses with 404 and a page', async () => {
    for (const path of ['/nowhere', '/case-studies', '/student/more', '/404', '/personal/x']) {
      const { statusCode, body } = await get(path)
      expect(statusCode, path).toBe(404)
      expect(body).toContain('<title>Page not found')
      expect(tags(body, 'meta', 'content="noindex"')).toHaveLength(1)
    }
  })

  it('keeps the screens of the application from search engines', async () => {
    const { statusCode, body } = await get('/demo')
    expect(statusCode).toBe(200)
    expect(tags(body, 'meta', 'content="noindex"')).toHaveLength(1)
  })

  it('has the icons that its pages and its manifest name', async () => {
    const { body: html } = await get('/')
    const iconsOf = async (manifest: string) => JSON.parse((await get(manifest)).body).icons as { src: string }[]
    const icons = [...(await iconsOf('/manifest.webmanifest')), ...(await iconsOf('/wallet.webmanifest'))]
    const named = [...tags(html, 'link', 'icon').map(({ href }) => href), ...icons.map(({ src }) => src)]
    expect(named.length).toBeGreaterThanOrEqual(7)
    for (const path of named) expect((await get(path ?? '')).headers['content-type'], path).toMatch(/^image\//)
  })

  it('has something at every address that its pages link to', async () => {
    for (const { path } of site) {
      const { body: html } = await get(path)
      for (const { href = '' } of tags(html, 'a', 'href="/')) {
        // The server's own page, which `headers.test` and `http-server.test` ask for.
        if (href === apiDocsPath) continue
        const [address = '', fragment] = href.split('#')
        const { statusCode, body } = await get(address)
        expect(statusCode, `${path} links to ${href}`).toBe(200)
        if (fragment) expect(body, `${path} links to ${href}`).toContain(`id="${fragment}"`)
      }
    }
  })

  it('sends a page compressed, and only when the browser lacks it', async () => {
    const plain = await get('/about')
    const { headers, rawPayload } = await get('/about', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    const again = await get('/about', { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('allows every script in a page but the data, which are not run', async () => {
    const { headers, body } = await get('/about')
    const policy = String(headers['content-security-policy'])
    const scripts = [...body.matchAll(/<script(?![^>]*(?:src=|ld\+json))/g)]
    expect(policy.match(/'sha256-/g)?.length).toBeLessThanOrEqual(scripts.length + 1)
    expect(policy).not.toContain('unsafe')
  })
})

it('lets pages reach the web analytics that the operator has set, and only then', async () => {
  const measured = Fastify()
  await registerStaticSite(measured, { webDir, publicUrl, measurementId: 'G-TEST1234', isAppPath: () => false })
  for (const path of ['/about', '/nowhere']) {
    const { headers, body } = await measured.inject(path)
    expect(body).toContain('<html data-measurement-id="G-TEST1234" lang="en"')
    expect(headers['content-security-policy']).toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/)
    const plain = await get(path)
    expect(plain.body).not.toContain('G-TEST1234')
    expect(plain.headers['content-security-policy']).not.toMatch(/google/)
  }
  await measured.close()
})
