import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

it('needs no setting at all', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    allowPrivateWallets: true,
    characterUpload: true,
    trustProxy: 0,
  })
  expect(readConfig({}).dataDir).toMatch(/\/\.data$/)
})

it('treats an empty setting as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', STORE_KEY: '' }).port).toBe(3000)
})

it('lets a public server send nothing to private addresses unless it is set', () => {
  const publicUrl = 'https://demo.example.org/'
  expect(readConfig({ PUBLIC_URL: publicUrl })).toMatchObject({
    publicUrl: 'https://demo.example.org',
    allowPrivateWallets: false,
  })
  expect(readConfig({ PUBLIC_URL: publicUrl, ALLOW_PRIVATE_WALLETS: 'true' }).allowPrivateWallets).toBe(true)
})

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['METRICS_PORT', '-1'],
  ['PUBLIC_URL', 'demo.example.org'],
  ['PUBLIC_URL', 'ftp://demo.example.org'],
  ['PUBLIC_URL', 'https://demo.example.org/app'],
  ['PUBLIC_URL', 'https://user@demo.example.org'],
  ['PUBLIC_URL', 'http://192.168.1.5:3000'],
  ['PUBLIC_URL', 'http://[::1]:3000'],
  ['WEB_DIR', '/nowhere'],
  ['LOG_LEVEL', 'loud'],
  ['STORE_KEY', 'short'],
  ['INSIGHTS_PASSCODE', 'eleven char'],
  ['ANALYTICS_KEPT_DAYS', '91'],
  ['MAX_ANALYTICS_EVENTS', '0'],
  ['CHARACTER_UPLOAD', 'maybe'],
  ['RATE_LIMIT_FACTOR', '0'],
  ['TRUST_PROXY', 'everybody'],
  ['MAX_OPEN_OFFERS', '1.5'],
  ['SMTP_HOST', 'mail.example.org/x'],
  ['SMTP_PORT', '0'],
  ['SMTP_TLS', 'maybe'],
  ['CONTACT_FROM', 'Showcase <showcase@example.org>'],
  ['CONTACT_TO', 'team@example.org, boss@example.org'],
  ['ANALYTICS_MEASUREMENT_ID', 'G-"><script>'],
])('says in one sentence that %s can not be %s', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^The setting ${name} must be [^\\n]+\\.$`))
})

const mail = { SMTP_HOST: 'mail.example.org', CONTACT_FROM: 'site@example.org', CONTACT_TO: 'team@example.org' }

it('mails to the usual port of each way to speak to a mail server, encrypted unless set otherwise', () => {
  expect(readConfig({}).mail).toBeUndefined()
  expect(readConfig(mail).mail).toMatchObject({ port: 587, tls: 'starttls', login: undefined })
  expect(readConfig({ ...mail, SMTP_TLS: 'implicit' }).mail?.port).toBe(465)
  expect(readConfig({ ...mail, SMTP_TLS: 'none' }).mail?.port).toBe(25)
  expect(readConfig({ ...mail, SMTP_USER: 'u', SMTP_PASSWORD: 'p' }).mail?.login).toEqual({ user: 'u', password: 'p' })
})

it.each([
  ['a mail server alone', { SMTP_HOST: 'mail.example.org' }, 'belong together'],
  ['no mail server', { ...mail, SMTP_HOST: '' }, 'belong together'],
  ['a user without a password', { ...mail, SMTP_USER: 'u' }, 'belong together'],
  ['a password for all to read', { ...mail, SMTP_TLS: 'none', SMTP_USER: 'u', SMTP_PASSWORD: 'p' }, 'unencrypted'],
])('refuses %s', (_what, settings, reason) => {
  expect(() => readConfig(settings)).toThrow(ConfigError)
  expect(() => readConfig(settings)).toThrow(reason)
})

it('sends a password unencrypted to this machine alone', () => {
  const login = { ...mail, SMTP_TLS: 'none', SMTP_USER: 'u', SMTP_PASSWORD: 'p' }
  for (const SMTP_HOST of ['localhost', '127.0.0.1', '::1']) {
    expect(readConfig({ ...login, SMTP_HOST }).mail).toMatchObject({ tls: 'none', login: { user: 'u' } })
  }
  for (const SMTP_HOST of ['10.0.0.1', 'localhost.example.org', '127.0.0.1.example.org']) {
    expect(() => readConfig({ ...login, SMTP_HOST })).toThrow('unencrypted')
  }
})

it.each([
  ['is not there', '/nowhere/authority.pem'],
  ['holds no certificate', import.meta.filename],
])('says so when the file with the authority of the mail server %s', (_what, SMTP_CA_FILE) => {
  const read = () => readConfig({ ...mail, SMTP_CA_FILE })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^The setting SMTP_CA_FILE must be [^\n]+\.$/)
})
