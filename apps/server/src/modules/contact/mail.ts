import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../config.ts'
import { timeoutSignal } from '../../platform/process/timeout-signal.ts'

/** Plain text to the one address of the settings. Nothing in it decides where it goes. */
export interface Mail {
  /** Without angle brackets. The same for every attempt, so that a mail that came twice is recognised. */
  messageId: string
  date: Date
  senderName: string
  replyTo: { name: string; address: string }
  subject: string
  text: string
}

export type Mailer = ReturnType<typeof createMailer>

/** The mail server refused a mail. The message can repeat the mail's content: never log it. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** This mail is refused for good (RFC 5321, 4.2.1), where another one may be taken. */
  readonly permanent: boolean
  /** The kind of failure, without anything of the mail: such as `ETIMEDOUT` or `EMESSAGE 451`. */
  readonly kind: string
  constructor(message: string, permanent: boolean, kind: string) {
    super(message)
    this.permanent = permanent
    this.kind = kind
  }
}

/**
 * Time-outs in seconds. A server may look at a mail for minutes before it accepts it; a client that gives up sooner
 * delivers twice (RFC 5321, 4.5.3.2.6).
 */
const patience = { lookup: 10, greeting: 60, answer: 10 * 60, whole: 12 * 60 }

/**
 * Sends by SMTP, one connection for each mail.
 * @param secondMs how long a second of its patience lasts; tests have less
 */
export function createMailer(settings: MailSettings, secondMs = 1_000) {
  const { host, port, tls, authorities, login, from, to } = settings
  const transport = createTransport({
    ...addressed(host),
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(authorities && { tls: { ca: authorities } }),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    dnsTimeout: patience.lookup * secondMs,
    connectionTimeout: patience.greeting * secondMs,
    greetingTimeout: patience.greeting * secondMs,
    socketTimeout: patience.answer * secondMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    /** Resolves when the mail server has taken the mail over. @throws MailError */
    async send({ messageId, date, senderName, replyTo, subject, text }: Mail, signal: AbortSignal): Promise<void> {
      try {
        await transport.sendMail({
          envelope: { from, to },
          from: { name: senderName, address: from },
          to: { name: '', address: to },
          replyTo,
          messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          date,
          subject,
          text,
          signal: AbortSignal.any([signal, timeoutSignal(patience.whole * secondMs)]),
        })
      } catch (error) {
        throw mailError(error)
      }
    },
  }
}

/** Resolves this machine without a name server, which could send the password elsewhere. */
const addressed = (host: string) =>
  host === 'localhost' ? { host: '127.0.0.1', servername: host } : { host, servername: undefined }

/**
 * Only `EMESSAGE` is about this mail. Sender, recipient, login, certificate and connection are the operator's to mend.
 */
function mailError(error: unknown): MailError {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number }
  const temporary = responseCode !== undefined && responseCode < 500
  const kind = [code ?? 'unknown', responseCode].filter(Boolean).join(' ')
  return new MailError(String(message), code === 'EMESSAGE' && !temporary, kind)
}
