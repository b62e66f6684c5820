import { createTransport } from 'nodemailer'

/** Where mail is handed over, and from whom to whom it goes. */
export interface MailSettings {
  host: string
  port: number
  /** `starttls` and `implicit` never send anything but a greeting unencrypted. */
  tls: 'starttls' | 'implicit' | 'none'
  login: { user: string; password: string } | undefined
  from: string
  to: string
}

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

export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail over.
   * @throws MailError
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

/** The mail server did not take a mail. The message is for the operator and can repeat what was in the mail: never log it. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Refused for good: the same mail would be refused again (RFC 5321, 4.2.1). */
  readonly permanent: boolean
  /** What kind of failure, without anything of the mail: such as `ETIMEDOUT` or `EMESSAGE 451`. */
  readonly kind: string
  constructor(message: string, permanent: boolean, kind: string) {
    super(message)
    this.permanent = permanent
    this.kind = kind
  }
}

const secondMs = 1_000
/** A server that says nothing for so long is given up … */
const timeouts = {
  dnsTimeout: 10 * secondMs,
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 15 * secondMs,
  socketTimeout: 30 * secondMs,
}
/** … and so is one that speaks, but does not come to an end. */
const wholeSendMs = 90 * secondMs

/** Sends by SMTP, one connection for each mail. @param patience less than the usual time for the whole, in milliseconds */
export function createMailer(settings: MailSettings, patience = wholeSendMs): Mailer {
  const { host, port, tls, login, from, to } = settings
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ messageId, date, senderName, replyTo, subject, text }, signal) {
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
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
        })
      } catch (error) {
        throw mailError(error)
      }
    },
  }
}

/**
 * Only an answer to the mail itself can be final: `EENVELOPE` (sender, recipient) and `EMESSAGE` (content). A login that is
 * refused, a certificate or a connection says nothing about the mail; the operator mends that, and the mail goes out.
 */
function mailError(error: unknown): MailError {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number }
  const aboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const temporary = responseCode !== undefined && responseCode < 500
  const kind = [code ?? 'unknown', responseCode].filter(Boolean).join(' ')
  return new MailError(String(message), aboutMail && !temporary, kind)
}
