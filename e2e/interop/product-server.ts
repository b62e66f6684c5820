import { fileURLToPath } from 'node:url'
import { type ApiAnswer, type ApiBody, type ApiRouteName, apiRoutes } from '@lastmile/contracts'
import { answers, startProcess } from './processes.ts'

const serverFile = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))

/** The built server as an operator runs it, on its own data. */
export async function startProduct(options: { folder: string; port: number; metricsPort: number }) {
  const origin = `http://localhost:${options.port}`
  const { stop } = await startProcess({
    name: 'The server',
    command: process.execPath,
    args: [serverFile],
    env: {
      ...process.env,
      PORT: String(options.port),
      METRICS_PORT: String(options.metricsPort),
      PUBLIC_URL: origin,
      DATA_DIR: `${options.folder}/data`,
      NODE_ENV: 'production',
    },
    logFile: `${options.folder}/server.log`,
    isReady: () => answers(`${origin}/server/ready`),
  })
  return { origin, stop }
}

export type Visitor = ReturnType<typeof createVisitor>

/**
 * A visitor with a browser: calls the public API and keeps the visitor cookie.
 * @param options.network address that the call comes from, as a proxy would say it
 * @param options.asks makes the calls; by default each is made once, whatever becomes of it
 */
export function createVisitor(
  origin: string,
  { network, asks = fetch }: { network?: string; asks?: typeof fetch } = {},
) {
  let cookie = ''

  /** `id` fills the path's `:id`. Throws with the answer when it is not a success. */
  async function call<Name extends ApiRouteName>(
    name: Name,
    { id = '', body }: { id?: string; body?: ApiBody<Name> } = {},
  ): Promise<ApiAnswer<Name>> {
    const { method, path } = apiRoutes[name]
    const answer = await asks(origin + path.replace(':id', encodeURIComponent(id)), {
      method,
      headers: {
        cookie,
        origin,
        ...(body && { 'content-type': 'application/json' }),
        ...(network && { 'x-forwarded-for': network }),
      },
      body: body && JSON.stringify(body),
    })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const content = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${content}`)
    return JSON.parse(content || 'null')
  }

  return {
    call,
    /** As the next call sends it; empty before the first. */
    get cookie() {
      return cookie
    },
  }
}
