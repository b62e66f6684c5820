import type { BrowserContext, Request } from 'playwright-core'

/** Something that a browser sent, or got over a socket. */
interface Passed {
  path: string
  bytes: Buffer
}

/** All that a visitor's browser says, from when the log is begun: its pages, workers and service workers. */
export class NetworkLog {
  /** Requests: address, headers that scripts can set, and body. */
  readonly requests: (Passed & { method: string })[] = []
  readonly sentFrames: Passed[] = []
  readonly receivedFrames: Passed[] = []

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#note(request))
    for (const page of context.pages()) {
      page.on('websocket', (socket) => {
        const path = new URL(socket.url()).pathname
        const note = (frames: Passed[]) => (frame: { payload: string | Buffer }) =>
          frames.push({ path, bytes: Buffer.from(frame.payload as string) })
        socket.on('framesent', note(this.sentFrames))
        socket.on('framereceived', note(this.receivedFrames))
      })
    }
  }

  get sent(): Passed[] {
    return [...this.requests, ...this.sentFrames]
  }

  #note(request: Request) {
    const url = request.url()
    const text = `${url}\n${safelyDecoded(url)}\n${JSON.stringify(request.headers())}\n`
    const bytes = Buffer.concat([Buffer.from(text), request.postDataBuffer() ?? Buffer.alloc(0)])
    this.requests.push({ method: request.method(), path: new URL(url).pathname, bytes })
  }
}

/** Whether bytes hold one of the secrets, as they stand or in what is Base64 in them. */
export function contains({ bytes }: Passed, secrets: readonly Buffer[]): boolean {
  return readingsOf(bytes).some((reading) => secrets.some((secret) => reading.includes(secret)))
}

const base64Runs = /[\w+/-]{16,}={0,2}/g

/** We encode in Base64 at most twice. */
function readingsOf(bytes: Buffer, depth = 2): Buffer[] {
  if (depth === 0) return [bytes]
  const runs = bytes.toString('latin1').match(base64Runs) ?? []
  return [bytes, ...runs.flatMap((run) => readingsOf(Buffer.from(run, 'base64url'), depth - 1))]
}

/** A secret in the ways in which it may be written. */
export function writingsOf(bytes: Buffer): Buffer[] {
  const texts = [bytes.toString('base64url'), bytes.toString('base64'), bytes.toString('hex')]
  return [bytes, ...texts.map((text) => Buffer.from(text))]
}

function safelyDecoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
