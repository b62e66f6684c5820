import { fileURLToPath } from 'node:url'
import { answers, startProcess } from '../processes.ts'
import type { OurSite } from './our-site.ts'

export const openvcRelease = { name: 'openvc-core', version: '1.37.0', pythons: ['3.13', '3.12', '3.11'] }

/** An issuer and verifier on openvc, in a process of its own. */
export interface Openvc {
  /** The type of its credentials. */
  readonly type: string
  call<Answer>(name: 'offer' | 'request' | 'outcome', body: object): Promise<Answer>
  stop(): Promise<void>
}

/** @param site whose credentials it takes, too */
export async function startOpenvc(options: {
  python: string
  logFile: string
  port: number
  site: OurSite
}): Promise<Openvc> {
  const { python, logFile, port, site } = options
  const origin = `http://localhost:${port}`
  const { stop } = await startProcess({
    name: 'openvc',
    command: python,
    args: [fileURLToPath(new URL('./openvc/openvc_site.py', import.meta.url))],
    env: { ...process.env, OPENVC_PORT: `${port}`, FOREIGN_ROOT: site.root, FOREIGN_ISSUER: site.origin },
    logFile,
    isReady: () => answers(`${origin}/ready`),
  })
  return {
    type: `${origin}/types/card`,
    async call(name, body) {
      const answer = await fetch(`${origin}/control/${name}`, { method: 'POST', body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`openvc answers ${answer.status} to ${name}`)
      return (await answer.json()) as never
    },
    stop,
  }
}
