import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@lastmile/e2e/free-port'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from './certificates.ts'

/** How it treats the next mail: an answer of these, or what cuts the connection or leaves it silent. */
type Mood =
  | 'take'
  /** Takes its time to say so. */
  | 'take slowly'
  /** Has taken it, but the connection is gone before it could say so: closed, or reset. */
  | 'take and cut'
  | 'take and reset'
  | 'put off'
  | 'put off recipient'
  | 'refuse sender'
  | 'refuse recipient'
  | 'refuse content'
  | 'turn away'
  /** In the middle of the content. */
  | 'cut'
  /** Says nothing: no greeting, no word after the content. */
  | 'silent'
  | 'stall'

const slowlyMs = 3_100
const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

interface MailServerOptions {
  /** How it encrypts; without it, it doesn't. */
  tls?: 'implicit' | 'starttls'
  certificate?: Certificate
}

/** A local SMTP server that behaves as it is set. It takes mail only after a login. */
export class MailServer {
  readonly port: number
  readonly password = 'correct horse'
  mood: Mood = 'take'
  /** The certificate that it shows from the next `resume` on. */
  certificate: Certificate | undefined
  /** The mails that it has taken, as they came. */
  readonly mails: string[] = []
  /** From whom to whom, for each. */
  readonly envelopes: string[] = []
  /** How many clients connected. */
  visits = 0
  /** Whether the connection was encrypted, for each time that a client sent a name and password. */
  readonly logins: ('encrypted' | 'plain')[] = []
  readonly #tls: MailServerOptions['tls']
  readonly #sockets = new Set<Socket>()
  #server: SMTPServer | undefined

  private constructor(port: number, { tls, certificate }: MailServerOptions) {
    this.port = port
    this.#tls = tls
    this.certificate = certificate
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(await freePort(), options)
    await server.resume()
    return server
  }

  /** The settings of a server that sends here. */
  get settings() {
    return {
      SMTP_HOST: 'localhost',
      SMTP_PORT: String(this.port),
      SMTP_TLS: this.#tls ?? 'none',
      SMTP_USER: 'showcase',
      SMTP_PASSWORD: this.password,
      CONTACT_FROM: 'showcase@lastmile.example',
      CONTACT_TO: 'team@lastmile.example',
    }
  }

  async resume(): Promise<void> {
    const server = new SMTPServer({
      logger: false,
      secure: this.#tls === 'implicit',
      ...this.certificate,
      // It would take a password in plain text: whether one is sent is not for it to decide.
      allowInsecureAuth: true,
      disabledCommands: this.#tls === 'starttls' ? [] : ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onConnect: (_session, answer) => {
        if (this.mood !== 'silent') answer(this.mood === 'turn away' ? reply(421, 'Too busy') : null)
      },
      onAuth: ({ username, password }, { secure }, answer) => {
        this.logins.push(secure ? 'encrypted' : 'plain')
        return username === 'showcase' && password === this.password
          ? answer(null, { user: username })
          : answer(reply(535, 'Who are you?'))
      },
      onMailFrom: (_address, _session, answer) =>
        answer(this.mood === 'refuse sender' ? reply(550, 'Not from you') : null),
      onRcptTo: (_address, _session, answer) => {
        if (this.mood === 'refuse recipient') return answer(reply(550, 'Nobody of that name'))
        answer(this.mood === 'put off recipient' ? reply(451, 'Greylisted') : null)
      },
      onData: async (stream, session, answer) => {
        if (this.mood === 'stall') return void stream.resume()
        if (this.mood === 'cut') {
          stream.once('data', () => this.#cut())
          return
        }
        const mail = await text(stream)
        if (this.mood === 'put off') return answer(reply(451, 'Not now'))
        if (this.mood === 'refuse content') return answer(reply(554, 'Looks like spam'))
        const { mailFrom, rcptTo } = session.envelope
        this.mails.push(mail)
        this.envelopes.push(`${mailFrom ? mailFrom.address : ''} -> ${rcptTo.map(({ address }) => address).join(', ')}`)
        if (this.mood === 'take and cut') return this.#cut()
        if (this.mood === 'take and reset') return this.#cut('reset')
        if (this.mood === 'take slowly') await setTimeout(slowlyMs)
        answer()
      },
    })
    // A connection that was cut is an error here as well.
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
    await new Promise<void>((resolve) => server.close(resolve))
  }

  /** Cuts an unencrypted connection. */
  #cut(how: 'close' | 'reset' = 'close'): void {
    for (const socket of this.#sockets) how === 'reset' ? socket.resetAndDestroy() : socket.destroy()
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
