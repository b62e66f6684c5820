/**
 * Opens the wallet's page offline: caches only that page and the files of this build that it needs.
 * The visitor's data stays in the wallet's own storage, never here.
 */
interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
}

/** The build inserts it (`prerender/service-worker.ts`). */
declare const SHELL: { page: string; files: string[]; version: string }

const shell = SHELL
const scope = self as unknown as Scope
const prefix = 'wallet-'
const cacheName = prefix + shell.version

/** Milliseconds that the network has before the cached page shows. */
const patience = 3_000

scope.addEventListener('install', (event) => event.waitUntil(keep()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') {
    if (pathname === shell.page) event.respondWith(page())
  } else if (shell.files.includes(pathname)) event.respondWith(file(pathname))
})

async function keep(): Promise<void> {
  const cache = await caches.open(cacheName)
  // A page that stands in between, such as a sign-in, is not kept in the wallet's place.
  const requests = [shell.page, ...shell.files].map(
    (path) => new Request(path, { cache: 'no-cache', redirect: 'error' }),
  )
  await cache.addAll(requests)
  await scope.skipWaiting()
}

async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** The network goes first: a new build shows at once. */
async function page(): Promise<Response> {
  // Fetched by address: the script's policy forbids forwarding the browser's own request, for a document.
  // A redirect is the browser's to follow: it refuses an answer that has followed one.
  const fresh = fetch(shell.page, { cache: 'no-cache', redirect: 'manual' })
  const sound = fresh.then((answer) => (answer.status < 500 ? answer : Promise.reject(new Error('The server is away'))))
  const late = new Promise<never>((_, reject) => setTimeout(reject, patience))
  return Promise.race([sound, late]).catch(async () => (await kept(shell.page)) ?? fresh)
}

const file = async (path: string) => (await kept(path)) ?? fetch(path)

const kept = (path: string) => caches.match(path, { cacheName, ignoreVary: true })
