import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A setting that can't be used; the message is one sentence for the person who started the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The repository's root, from `src` and from the bundle in `dist` alike. */
const root = fileURLToPath(new URL('../../..', import.meta.url))

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine can reach the address. */
export function isLoopback(url: string): boolean {
  return loopbackHosts.includes(new URL(url).hostname)
}

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const port = wholeNumber(0, 65_535)
const flag = z.enum(['true', 'false', '1', '0', 'on', 'off']).transform((word) => ['true', '1', 'on'].includes(word))
const count = (max: number) => wholeNumber(1, max)
const secret = (min: number) => z.string().min(min).max(200)

const aPort = 'a port number from 0 to 65535'
const anEmail = 'an email address, and nothing else'
const aSecret = 'a secret of 16 to 200 characters'
const credential = 'at most 1000 characters'
const trueOrFalse = 'true or false'

/** Every setting of the server, with what is expected of it; `.env.example` says what each is for. */
const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000).describe(aPort),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.canParse(url) && new URL(url).pathname === '/' && !/[?#@]/.test(url))
    .refine((url) => URL.canParse(url) && !isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')))
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(
      'an address like https://demo.example.org: with a name, as an issuer can have no IP address, and without a path',
    ),
  TRUST_PROXY: wholeNumber(0, 10).default(0).describe('the number of reverse proxies in front of the server, 0 to 10'),
  DATA_DIR: z.string().min(1).default(resolve(root, '.data')),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('the address of a PostgreSQL database, like postgresql://user:password@host:5432/name'),
  STORE_KEY: secret(16).optional().describe(aSecret),
  NEW_STORE_KEY: secret(16).optional().describe(aSecret),
  WEB_DIR: z
    .string()
    .min(1)
    .default(resolve(root, 'apps/web/build/client'))
    .describe('a folder that holds the built pages, with index.html'),
  CONTENT_DIR: z.string().min(1).default(resolve(root, 'packages/content')),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('one of trace, debug, info, warn, error, fatal, silent'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(9464).describe(aPort),
  ALLOW_PRIVATE_WALLETS: flag.optional().describe(trueOrFalse),
  CHARACTER_UPLOAD: flag.default(true).describe(trueOrFalse),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(1_000_000).default(1).describe('a number from 0.01 to 1000000'),
  MAX_OPEN_INVITATIONS: count(1_000_000).default(5_000),
  MAX_OPEN_OFFERS: count(1_000_000).default(2_000),
  MAX_OPEN_PROOFS: count(1_000_000).default(2_000),
  MAX_REGISTRATIONS_WAITING: count(1_000).default(20),
  MAX_REGISTRATIONS_PER_DAY: count(1_000_000).default(500),
  MAX_DEFINITIONS: count(1_000_000).default(1_000),
  DEFINITIONS_KEPT_DAYS: count(3_650).default(30).describe('a whole number of days from 1 to 3650'),
  // A visitor's cookie lives for less.
  VISITORS_KEPT_DAYS: count(400).default(400).describe('a whole number of days from 1 to 400'),
  MAX_MESSAGES_WAITING: count(1_000_000).default(5_000),
  // /privacy promises at most 90 days.
  ANALYTICS_KEPT_DAYS: count(90).default(90).describe('a whole number of days from 1 to 90'),
  MAX_ANALYTICS_EVENTS: count(10_000_000).default(300_000),
  INSIGHTS_PASSCODE: secret(12).optional().describe('a secret of 12 to 200 characters'),
  SMTP_HOST: z
    .string()
    .regex(/^[\w.:-]{1,253}$/)
    .optional()
    .describe('the name or address of a mail server, without a port'),
  SMTP_PORT: wholeNumber(1, 65_535).optional().describe('a port number from 1 to 65535'),
  // All but `none` never send anything but a greeting unencrypted.
  SMTP_TLS: z.enum(['starttls', 'implicit', 'none']).default('starttls').describe('one of starttls, implicit, none'),
  SMTP_CA_FILE: z.string().min(1).optional().describe('a file that can be read and holds certificates in PEM'),
  SMTP_USER: z.string().max(1_000).optional().describe(credential),
  SMTP_PASSWORD: z.string().max(1_000).optional().describe(credential),
  CONTACT_FROM: z.email().max(254).optional().describe(anEmail),
  CONTACT_TO: z.email().max(254).optional().describe(anEmail),
  ANALYTICS_MEASUREMENT_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[A-Z0-9-]{4,40}$/)
    .optional()
    .describe('the id of a web analytics property, like G-ABC1234567'),
})
type Settings = z.infer<typeof environment>

/** A setting's value can't be used: says what is expected of it. */
const notUsable = (name: keyof Settings): ConfigError =>
  new ConfigError(
    `The setting ${name} must be ${environment.shape[name].description ?? 'a whole number of at least 1'}.`,
  )

export type Config = ReturnType<typeof readConfig>
export type MailSettings = NonNullable<Config['mail']>

/**
 * Reads and checks the settings.
 * @throws ConfigError naming the first setting that can't be used and what is expected
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw notUsable(parsed.error.issues[0]?.path[0] as keyof Settings)
  const settings = parsed.data
  if (settings.PORT === 0 && !settings.PUBLIC_URL) {
    throw new ConfigError('The setting PUBLIC_URL is needed when PORT is 0.')
  }
  if (settings.DATABASE_URL && !settings.STORE_KEY) {
    throw new ConfigError(
      'The setting STORE_KEY is needed with DATABASE_URL, the same for every server on that database: a secret of 16 to 200 characters.',
    )
  }
  // The default folder may be empty while code is changed: the development server has pages of its own.
  if (given.WEB_DIR && !existsSync(join(settings.WEB_DIR, 'index.html'))) throw notUsable('WEB_DIR')
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return {
    host: settings.HOST,
    port: settings.PORT,
    /** The origin that visitors and wallets use, without a slash at the end. */
    publicUrl,
    /** Reverse proxies in front of the server whose forwarded addresses are believed. */
    trustProxy: settings.TRUST_PROXY,
    dataDir: resolve(settings.DATA_DIR),
    /** The PostgreSQL with the data; undefined when they are in a file of the data folder. */
    databaseUrl: settings.DATABASE_URL,
    storeKey: settings.STORE_KEY,
    /** The key that `npm run rotate-key` encrypts with. */
    nextStoreKey: settings.NEW_STORE_KEY,
    webDir: resolve(settings.WEB_DIR),
    contentDir: resolve(settings.CONTENT_DIR),
    logLevel: settings.LOG_LEVEL,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    allowPrivateWallets: settings.ALLOW_PRIVATE_WALLETS ?? isLoopback(publicUrl),
    characterUpload: settings.CHARACTER_UPLOAD,
    /** Days for which an unused definition that is not in the content is kept. */
    definitionsKeptDays: settings.DEFINITIONS_KEPT_DAYS,
    visitorsKeptDays: settings.VISITORS_KEPT_DAYS,
    /** Undefined: contact messages are kept for the operator. */
    mail: mailSettings(settings),
    /** Web analytics, for visitors who agreed to it; undefined when no other party is ever contacted. */
    measurementId: settings.ANALYTICS_MEASUREMENT_ID,
    analyticsKeptDays: settings.ANALYTICS_KEPT_DAYS,
    /** Opens `/server/insights`; undefined: there is no such page. */
    insightsPasscode: settings.INSIGHTS_PASSCODE,
    limits: {
      /** Multiplies every rate limit. */
      rateFactor: settings.RATE_LIMIT_FACTOR,
      openInvitations: settings.MAX_OPEN_INVITATIONS,
      openOffers: settings.MAX_OPEN_OFFERS,
      openProofs: settings.MAX_OPEN_PROOFS,
      registrationsWaiting: settings.MAX_REGISTRATIONS_WAITING,
      registrationsPerDay: settings.MAX_REGISTRATIONS_PER_DAY,
      /** Credential definitions that are not in the content. */
      definitionsKept: settings.MAX_DEFINITIONS,
      /** Contact messages that are not delivered. */
      messagesWaiting: settings.MAX_MESSAGES_WAITING,
      analyticsEvents: settings.MAX_ANALYTICS_EVENTS,
    },
  }
}

/** The usual port of each way to speak to a mail server (RFC 8314, RFC 5321). */
const smtpPorts: Record<Settings['SMTP_TLS'], number> = { starttls: 587, implicit: 465, none: 25 }
const mailServerHere = ['localhost', '127.0.0.1', '::1']

function mailSettings(settings: Settings) {
  const { SMTP_HOST: host, SMTP_TLS: tls, SMTP_CA_FILE: caFile, SMTP_USER: user, SMTP_PASSWORD: password } = settings
  const { CONTACT_FROM: from, CONTACT_TO: to } = settings
  if (!host && !from && !to && !user && !password) return undefined
  if (!host || !from || !to) {
    throw new ConfigError('The settings SMTP_HOST, CONTACT_FROM and CONTACT_TO belong together: set all three or none.')
  }
  if ((user === undefined) !== (password === undefined)) {
    throw new ConfigError('The settings SMTP_USER and SMTP_PASSWORD belong together: set both or none.')
  }
  if (tls === 'none' && password !== undefined && !mailServerHere.includes(host)) {
    throw new ConfigError('The setting SMTP_TLS must be starttls or implicit: the password would be sent unencrypted.')
  }
  const login = user !== undefined && password !== undefined ? { user, password } : undefined
  // Without a file, those that Node knows are believed.
  const authorities = caFile === undefined ? undefined : certificatesIn(caFile)
  return { host, port: settings.SMTP_PORT ?? smtpPorts[tls], tls, authorities, login, from, to }
}

/** Read at the start, so that a wrong file is noticed then and not with the first message. */
function certificatesIn(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch {
    throw notUsable('SMTP_CA_FILE')
  }
}
