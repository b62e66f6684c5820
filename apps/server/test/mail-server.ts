import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { freePort } from '@lastmile/e2e/free-port'
import { SMTPServer } from 'smtp-server'

/**
 * How it treats the next mail: it takes it; it puts it off or refuses it, at the recipient or after the content; it cuts
 * the line in the middle of the content, or when it has all of it but has not said so; it says nothing any more.
 */
type Mood = 'take' | 'put off' | 'refuse recipient' | 'refuse content' | 'cut' | 'take and cut' | 'stall'

const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A mail server on this machine that speaks SMTP and behaves as it is told. */
export class MailServer {
  readonly port: number
  readonly password = 'correct horse'
  mood: Mood = 'take'
  /** What it has taken, as it came. */
  readonly mails: string[] = []
  /** From whom to whom, for each. */
  readonly envelopes: string[] = []
  /** How many times somebody came. */
  visits = 0
  readonly #tls: boolean
  readonly #sockets = new Set<Socket>()
  #server: SMTPServer | undefined

  private constructor(port: number, tls: boolean) {
    this.port = port
    this.#tls = tls
  }

  static async start({ tls = false } = {}): Promise<MailServer> {
    const server = new MailServer(await freePort(), tls)
    await server.resume()
    return server
  }

  /** The settings of a server that sends here. */
  get settings() {
    return {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(this.port),
      SMTP_TLS: 'none',
      SMTP_USER: 'showcase',
      SMTP_PASSWORD: this.password,
      CONTACT_FROM: 'showcase@lastmile.example',
      CONTACT_TO: 'team@lastmile.example',
    }
  }

  async resume(): Promise<void> {
    const server = new SMTPServer({
      logger: false,
      allowInsecureAuth: true,
      disabledCommands: this.#tls ? [] : ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, answer) =>
        username === 'showcase' && password === this.password
          ? answer(null, { user: username })
          : answer(reply(535, 'Who are you?')),
      onRcptTo: (_address, _session, answer) =>
        answer(this.mood === 'refuse recipient' ? reply(550, 'Nobody of that name') : null),
      onData: async (stream, session, answer) => {
        if (this.mood === 'stall') return void stream.resume()
        if (this.mood === 'cut') {
          stream.once('data', () => this.#cut())
          return
        }
        const mail = await text(stream)
        if (this.mood === 'put off') return answer(reply(451, 'Greylisted'))
        if (this.mood === 'refuse content') return answer(reply(554, 'Looks like spam'))
        const { mailFrom, rcptTo } = session.envelope
        this.mails.push(mail)
        this.envelopes.push(`${mailFrom ? mailFrom.address : ''} -> ${rcptTo.map(({ address }) => address).join(', ')}`)
        if (this.mood === 'take and cut') return this.#cut()
        answer()
      },
    })
    // A line that was cut is an error here as well.
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      this.visits++
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    await once(server.listen(this.port, '127.0.0.1'), 'listening')
    this.#server = server
  }

  async pause(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    this.#cut()
    await new Promise<void>((resolve) => server.close(resolve))
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** The headers of a mail, unfolded, by name in lower case; a name that occurs twice is an error. */
export function headersOf(mail: string): Record<string, string> {
  const head = mail.slice(0, mail.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const headers: Record<string, string> = {}
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    if (name.toLowerCase() in headers) throw new Error(`The header ${name} occurs twice`)
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** The readable body of a mail, from whichever encoding it came in. */
export function bodyOf(mail: string): string {
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4)
  const encoding = headersOf(mail)['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
