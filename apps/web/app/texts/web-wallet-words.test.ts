// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadContent } from '@lastmile/content'
import { pages } from '@lastmile/contracts/pages'
import { expect, it } from 'vitest'

const app = fileURLToPath(new URL('..', import.meta.url))
const ofPhones = /\b(phones?|scan(s|ned|ning)?|codes?|QR|PIN)\b/i

/** As visitors with the web wallet read it. */
const withWebWallet = (message: string) =>
  message.replace(/\{wallet, select, web \{(.*?)\} other \{.*?\}\}/g, '$1').replace(/\{\w+/g, '{')

const catalogs = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.en.json'))
const messages = catalogs.flatMap((file) =>
  Object.entries<string>(JSON.parse(readFileSync(`${app}/${file}`, 'utf8'))).map(([id, message]) => ({
    id: `${file.replace(/\/?texts\.en\.json$/, '')} ${id}`,
    message: withWebWallet(message),
  })),
)

/** Shown of other wallets alone, or where the web wallet was asked to read a code or to open with a passkey. */
const asked = [
  'ui codeMissing',
  'ui scan',
  ...['addText', 'scan', 'scanText', 'scanning', 'notInvitation', 'camera.failed', 'lockText', 'lockLead', 'code'].map(
    (id) => `wallet ${id}`,
  ),
  ...['scanWithin', 'enlarge', 'outOfReach', 'beOnline', 'scan', 'elsewhere', 'scanText', 'code', 'txCode'].map(
    (id) => `exchanges/connecting ${id}`,
  ),
  // A code that one wallet hands in for its visitor.
  ...['token', 'token-error'].map((id) => `exchanges/messages/message-list- openid4vci/${id}`),
  ...['refused', 'because'].map((id) => `exchanges/issuing ${id}.wrong-code`),
  ...['onPhone', 'walletCode'].map((id) => `features/onboarding ${id}`),
  'wallet/wallet-failures.en.json wrong-code',
  'features/onboarding setUpText',
  // The phone of a friend, in the lab.
  ...['friendsPhone', 'friendsPhoneToo'].flatMap((id) =>
    ['Title', 'Why'].map((part) => `features/lab/cheat ${id}${part}`),
  ),
]

it('speaks of phones, codes and PINs only where another wallet is meant, or a press on the web wallet asks for them', () => {
  expect(
    messages
      .filter(({ message }) => ofPhones.test(message))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(asked.sort())
})

/** Said of other wallets, of a file, or of a wallet that is to be closed first. */
const opened = [
  'exchanges/connecting unexpectedText',
  'features/onboarding setUpText',
  'wallet removeLockText',
  'wallet/wallet-failures.en.json newer-file',
]

it('has no wallet opened that may stand open beside the page', () => {
  const asking = messages.filter(({ message }) => /\bopen (it|your wallet)\b/i.test(message))
  expect(asking.map(({ id }) => id).sort()).toEqual(opened)
})

/** Catalogs of both families, whose own code says which one; failures, which the server names; and the network's. */
const ofEitherFamily = /^(exchanges\/(connecting|messages)|wallet|features\/secret-menu|texts\/failures)\b|socket$/

/** Said by DIDComm alone, or of a camera. */
const connecting = [
  ...['camera.none', 'connect.skip', 'skip.text', 'skip.title', 'skip.undo', 'skipped.text'].map(
    (id) => `features/confirmed-person ${id}`,
  ),
  ...['connect', 'notConnected', 'whyConnect'].map((id) => `features/onboarding ${id}`),
  ...['notConnected.text', 'notConnected.title'].map((id) => `features/use-case-player ${id}`),
]

it('speaks of a connection or an invitation only where DIDComm makes one', () => {
  const speaking = messages.filter(({ message }) => /\bconnect|invitation/i.test(message)).map(({ id }) => id)
  expect(speaking.filter((id) => !ofEitherFamily.test(id)).sort()).toEqual(connecting)
})

it('calls a part of a card a detail and a queue a queue: a line is typed', () => {
  expect(messages.filter(({ message }) => /\blines?\b/i.test(message)).map(({ id }) => id)).toEqual([
    'features/confirmed-person refused.line',
  ])
})

/** Every text in it; addresses of pictures are none. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? (value.startsWith('/') ? [] : [value]) : Object.values(value ?? {}).flatMap(textsIn)

it('has characters whose places speak of no phone, whatever the wallet', () => {
  const texts = loadContent().characters.flatMap(textsIn)
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((text) => ofPhones.test(text))).toEqual([])
})

it('calls Confirmed Person by its name in words, on every page', () => {
  const written = readdirSync(`${app}/features/marketing`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`${app}/features/marketing/${file}`, 'utf8'))
  const shown = [...messages.map(({ message }) => message), ...textsIn(pages), ...textsIn(loadContent().characters)]
  expect([...shown, ...written].filter((text) => /ConfirmedPerson/.test(text) && text !== 'ConfirmedPerson')).toEqual(
    [],
  )
})
