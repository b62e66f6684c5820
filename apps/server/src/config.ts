import { isIP } from 'node:net'
import { resolve } from 'node:path'
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

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['true', 'false', '1', '0', 'on', 'off']).transform((word) => ['true', '1', 'on'].includes(word))
const count = (max: number) => z.coerce.number().int().min(1).max(max)

/** Every setting of the server; `.env.example` says what each is for. */
const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.canParse(url) && new URL(url).pathname === '/' && !/[?#@]/.test(url))
    .refine((url) => URL.canParse(url) && !isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')))
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DATA_DIR: z.string().min(1).default(resolve(root, '.data')),
  STORE_KEY: z.string().min(16).max(200).optional(),
  WEB_DIR: z.string().min(1).default(resolve(root, 'apps/web/build/client')),
  CONTENT_DIR: z.string().min(1).default(resolve(root, 'packages/content')),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_PORT: port.default(9464),
  ALLOW_PRIVATE_WALLETS: flag.optional(),
  CHARACTER_UPLOAD: flag.default(true),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(1_000_000).default(1),
  MAX_OPEN_INVITATIONS: count(1_000_000).default(5_000),
  MAX_OPEN_OFFERS: count(1_000_000).default(2_000),
  MAX_OPEN_PROOFS: count(1_000_000).default(2_000),
  MAX_REGISTRATIONS_WAITING: count(1_000).default(20),
})

const expectations: Partial<Record<keyof z.infer<typeof environment>, string>> = {
  PORT: 'a port number from 0 to 65535',
  METRICS_PORT: 'a port number from 0 to 65535',
  PUBLIC_URL:
    'an address like https://demo.example.org: with a name, as an issuer can have no IP address, and without a path',
  TRUST_PROXY: 'the number of reverse proxies in front of the server, 0 to 10',
  STORE_KEY: 'a secret of 16 to 200 characters',
  LOG_LEVEL: 'one of trace, debug, info, warn, error, fatal, silent',
  ALLOW_PRIVATE_WALLETS: 'true or false',
  CHARACTER_UPLOAD: 'true or false',
  RATE_LIMIT_FACTOR: 'a number from 0.01 to 1000000',
}

export interface Config {
  host: string
  port: number
  /** The origin that visitors and wallets use, without a slash at the end. */
  publicUrl: string
  /** Reverse proxies in front of the server whose forwarded addresses are believed. */
  trustProxy: number
  /** Absolute path. */
  dataDir: string
  storeKey: string | undefined
  /** Absolute path of the built web pages. */
  webDir: string
  /** Absolute path of the folder with characters and wallets. */
  contentDir: string
  logLevel: string
  metricsPort: number
  allowPrivateWallets: boolean
  characterUpload: boolean
  limits: Limits
}

export interface Limits {
  /** Multiplies every rate limit. */
  rateFactor: number
  openInvitations: number
  openOffers: number
  openProofs: number
  registrationsWaiting: number
}

/**
 * Reads and checks the settings.
 * @throws ConfigError naming the first setting that can't be used and what is expected
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof z.infer<typeof environment>
    throw new ConfigError(`The setting ${name} must be ${expectations[name] ?? 'a whole number of at least 1'}.`)
  }
  const settings = parsed.data
  if (settings.PORT === 0 && !settings.PUBLIC_URL) {
    throw new ConfigError('The setting PUBLIC_URL is needed when PORT is 0.')
  }
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl,
    trustProxy: settings.TRUST_PROXY,
    dataDir: resolve(settings.DATA_DIR),
    storeKey: settings.STORE_KEY,
    webDir: resolve(settings.WEB_DIR),
    contentDir: resolve(settings.CONTENT_DIR),
    logLevel: settings.LOG_LEVEL,
    metricsPort: settings.METRICS_PORT,
    allowPrivateWallets: settings.ALLOW_PRIVATE_WALLETS ?? isLoopback(publicUrl),
    characterUpload: settings.CHARACTER_UPLOAD,
    limits: {
      rateFactor: settings.RATE_LIMIT_FACTOR,
      openInvitations: settings.MAX_OPEN_INVITATIONS,
      openOffers: settings.MAX_OPEN_OFFERS,
      openProofs: settings.MAX_OPEN_PROOFS,
      registrationsWaiting: settings.MAX_REGISTRATIONS_WAITING,
    },
  }
}
