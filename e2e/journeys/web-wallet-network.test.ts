import { type ApiAnswer, apiRoutes } from '@lastmile/contracts'
import { protocols } from '@lastmile/contracts/protocols'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { contains, NetworkLog } from '../network-log.ts'
import { adaeze, Person } from '../person.ts'
import { tracesIn } from '../traces.ts'
import { walletSecrets } from '../wallet-secrets.ts'
import { WebWallet } from '../web-wallet.ts'

/** How the page sends the issuer what a credential is to say; the wallet has no part in it. */
const orders = ['/demo/credentials/getOrCreateCredDef', '/demo/credentials/offerCredential']

for (const protocol of protocols) {
  journey(
    `by ${protocol}, a character’s whole journey leaves the wallet encrypted alone`,
    async ({ visit, server }) => {
      const { page } = visit
      const log = new NetworkLog(visit.context)
      const wallet = new WebWallet(page)
      const person = new Person(page, wallet)
      person.companion = wallet.agrees
      await person.onboardsBy(protocol)
      await person.plays('Get the student price')
      await person.plays('Join the public library')
      await person.plays('Borrow a laptop')
      await person.sees('3 of 3 done')
      await wallet.holds(2)
      await onlyOrdersHoldValues(log, page, await valuesOf('student', server.origin), orders)
      onlyEncryptedLeft[protocol](log)
    },
  )
}

journey('so does a confirmed person’s', repeats, async ({ visit }) => {
  const { page } = visit
  const log = new NetworkLog(visit.context)
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  person.companion = wallet.agrees
  await person.isConfirmed()
  await person.plays('Open a bank account')
  await person.plays('Hospital check-in')
  await person.plays('Employment verification')
  await person.sees('3 of 3 done')
  await wallet.holds(1)
  const { gender, documentType, ...entered } = adaeze
  const values = [...Object.values(entered), '19900714', '20310830']
  await onlyOrdersHoldValues(log, page, values, orders.slice(1))
  onlyEncryptedLeft.didcomm(log)
  const kept = { path: 'kept by the browser', bytes: Buffer.from(await tracesIn(page)) }
  expect(contains(kept, [Buffer.from('sealing')])).toBe(true)
  const personal = values.map((value) => Buffer.from(value))
  expect(contains(kept, [...personal, ...(await walletSecrets(page))])).toBe(false)
})

/** @param orders where the values have to be found, which shows that they are searched for in the right way */
async function onlyOrdersHoldValues(log: NetworkLog, page: Page, values: readonly string[], orders: readonly string[]) {
  const secrets = await walletSecrets(page)
  expect(log.sent.filter((passed) => contains(passed, secrets)).map(({ path }) => path)).toEqual([])

  const ofCredential = values.map((value) => Buffer.from(value))
  const senders = log.sent.filter((passed) => contains(passed, ofCredential))
  expect(new Set(senders.map(({ path }) => path))).toEqual(new Set(orders))
}

/** Calls of the wallet; the page's own go to `/demo`. */
const posted = (log: NetworkLog) =>
  log.requests.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/demo/'))

const onlyEncryptedLeft = {
  didcomm(log: NetworkLog) {
    const encrypted = [...log.sentFrames, ...log.receivedFrames].filter(({ path }) => path === '/didcomm')
    expect(encrypted.length).toBeGreaterThan(20)
    for (const { bytes } of encrypted) expectEnvelope(bytes.toString())
    expect(posted(log).map(({ path }) => path)).toEqual([])
  },
  openid4vc(log: NetworkLog) {
    const called = posted(log).map(({ path }) => path.split('/', 3).join('/'))
    expect(new Set(called)).toEqual(
      new Set(
        ['token', 'nonce', 'credential', 'notification', 'requests', 'answers'].map((call) => `/openid4vc/${call}`),
      ),
    )
    const answers = posted(log).filter(({ path }) => path.startsWith('/openid4vc/answers/'))
    expect(answers).toHaveLength(3)
    // A JWE (RFC 7516, 7.1) to a key that is agreed on, and so without one of its own.
    for (const { bytes } of answers) expect(bytes.toString()).toMatch(/\nresponse=[\w-]+\.\.([\w-]+\.){2}[\w-]+$/)
  },
}

/** As every carrier of it can read it (RFC 0019). */
function expectEnvelope(text: string) {
  const envelope = JSON.parse(text)
  const base64 = expect.stringMatching(/^[\w-]+=*$/)
  expect(envelope).toEqual({ protected: base64, iv: base64, ciphertext: base64, tag: base64 })
  const recipient = {
    encrypted_key: base64,
    header: { kid: expect.stringMatching(/^\w{43,44}$/), iv: base64, sender: base64 },
  }
  expect(JSON.parse(Buffer.from(envelope.protected, 'base64url').toString())).toEqual({
    enc: 'xchacha20poly1305_ietf',
    typ: 'JWM/1.0',
    alg: 'Authcrypt',
    recipients: [recipient],
  })
}

/** The values of the character's credentials; today's date is part of many questions too. */
async function valuesOf(character: string, origin: string): Promise<string[]> {
  const answer = await fetch(origin + apiRoutes.getCharacter.path.replace(':id', character))
  const { onboarding, useCases } = (await answer.json()) as ApiAnswer<'getCharacter'>
  const screens = [...onboarding, ...useCases.flatMap((useCase) => useCase.screens)]
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  return screens
    .flatMap(({ credentials = [] }) => credentials)
    .flatMap(({ attributes }) => attributes.map(({ value }) => value))
    .filter((value) => value !== today)
}
