import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import type { Visit } from '../browser.ts'
import { Desk } from '../desk.ts'
import { createOurSite } from '../interop/openid4vc/our-site.ts'
import { createVisitor } from '../interop/product-server.ts'
import { journey, repeats } from '../journey.ts'
import { contains } from '../network-log.ts'
import { tracesIn } from '../traces.ts'
import { patientFetch } from '../wallet/patient-fetch.ts'
import { walletSecrets } from '../wallet-secrets.ts'
import { WebWallet } from '../web-wallet.ts'

/** A device with passkeys, that knows its owner's finger. */
async function authenticator({ context, page }: Visit) {
  const devtools: CDPSession = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
    },
  })
  return {
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    knowsOwner: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    losesPasskeys: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}

const locks = async (page: Page) => {
  await (await new WebWallet(page).setting('Lock it with a passkey')).click()
  await page.getByRole('button', { name: 'Make a passkey and lock it' }).click()
  await page.getByText('Your wallet is locked from the next time on').waitFor()
}

/** Runs in the page: what the browser keeps in the place of the wallet's key. */
const keptKey = () =>
  new Promise<string[]>((resolve) => {
    indexedDB.open('wallet').onsuccess = ({ target }) => {
      const { result: database } = target as IDBOpenDBRequest
      database.transaction('keys').objectStore('keys').get('sealing').onsuccess = ({ target: request }) => {
        database.close()
        const { result } = request as IDBRequest
        resolve(result instanceof CryptoKey ? ['CryptoKey'] : Object.keys(result))
      }
    }
  })

journey('a wallet that is locked with a passkey opens for its owner alone', async ({ server, visit }) => {
  const { page } = visit
  const device = await authenticator(visit)
  const desk = await Desk.open(server.origin)
  const wallet = new WebWallet(page)
  await desk.connects(wallet)
  const offer = await desk.offers()
  await wallet.accepts()
  await desk.issued(offer)
  expect(await page.evaluate(keptKey)).toEqual(['CryptoKey'])
  await locks(page)
  await wallet.holds(1)
  expect(await page.evaluate(keptKey)).toEqual(['credentialId', 'input', 'wrapped'])
  expect(await device.passkeys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  await page.reload()
  await wallet.sees('Your wallet is locked.')
  await wallet.holds(0)
  expect(await findBarriers(page, 'a locked wallet')).toEqual([])
  await wallet.presses('Unlock with your passkey')
  await wallet.holds(1)
  const proof = await desk.asks({
    name: 'Check',
    requested_attributes: { names: { names: ['given_names'], restrictions: [{ cred_def_id: desk.definitionId }] } },
    requested_predicates: {},
  })
  await wallet.shares()
  await proof.comesTo('verified')

  await (await new WebWallet(page).setting('Lock it now')).click()
  await wallet.sees('Your wallet is locked.')
  await wallet.holds(0)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await wallet.presses('Unlock with your passkey')
  await wallet.holds(1)

  await (await new WebWallet(page).setting('Remove the passkey')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click()
  await wallet.sees('Your wallet opens without a passkey again.')
  expect(await page.evaluate(keptKey)).toEqual(['CryptoKey'])
  await page.reload()
  await wallet.holds(1)

  await locks(page)
  await device.knowsOwner(false)
  await page.reload()
  await wallet.presses('Unlock with your passkey')
  await wallet.sees('No passkey was used.')
  await page.getByText('Is the passkey gone?').click()
  await wallet.presses('Erase it and start again')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase all' }).click()
  await wallet.sees('There are none yet.')
  expect(await page.evaluate(keptKey)).toEqual(['CryptoKey'])
})

journey(
  'a card by OpenID4VC is locked with its keys, and proves once it is unlocked',
  repeats,
  async ({ server, visit }) => {
    const { page } = visit
    await authenticator(visit)
    const site = await createOurSite(createVisitor(server.origin, { asks: patientFetch }), server.origin)
    const wallet = new WebWallet(page)
    const offered = await site.offer('Amina Bello')
    await wallet.takes(offered.here)
    await wallet.accepts()
    await wallet.holds(1)
    await site.outcomeOf(offered.id)
    const secrets = [...(await walletSecrets(page)), Buffer.from('Amina Bello')]
    await locks(page)

    await page.reload()
    await wallet.sees('Your wallet is locked.')
    await wallet.holds(0)
    const kept = { path: 'kept by the browser', bytes: Buffer.from(await tracesIn(page)) }
    expect(contains(kept, [Buffer.from('wrapped')])).toBe(true)
    expect(contains(kept, secrets)).toBe(false)
    await wallet.presses('Unlock with your passkey')
    await wallet.holds(1)
    const asked = await site.ask('After unlocking')
    await wallet.takes(asked.elsewhere)
    await wallet.shares()
    expect((await site.proofOutcome(asked.id)).verified).toBe(true)
  },
)

/** Runs in the page: a password manager that answers in the browser's place, with a key of so many bytes or none. */
const answersWith = (bytes: number | undefined) => {
  const results = bytes === undefined ? undefined : { first: new ArrayBuffer(bytes) }
  PublicKeyCredential.prototype.getClientExtensionResults = () => ({ prf: { enabled: true, results } })
}

journey(
  'a passkey with too short a key locks nothing, and one without a key is not to be deleted',
  async ({ visit }) => {
    const { page } = visit
    await authenticator(visit)
    await page.goto('/wallet')
    await page.evaluate(answersWith, 0)
    await (await new WebWallet(page).setting('Lock it with a passkey')).click()
    await page.getByRole('button', { name: 'Make a passkey and lock it' }).click()
    await page.getByText('This passkey can’t keep a key, so nothing was locked.').waitFor()
    expect(await page.evaluate(keptKey)).toEqual(['CryptoKey'])

    await page.reload()
    await locks(page)
    await page.reload()
    await page.evaluate(answersWith, undefined)
    const wallet = new WebWallet(page)
    await wallet.presses('Unlock with your passkey')
    await wallet.sees('The passkey came without the key of your wallet. Keep it')
    await page.reload()
    await wallet.presses('Unlock with your passkey')
    await wallet.sees('There are none yet.')
  },
)

journey('a locked wallet gives way to one from a file, and to nothing else', async ({ visit }) => {
  const { page } = visit
  const device = await authenticator(visit)
  await page.goto('/wallet')
  await (await new WebWallet(page).setting('Save it as a file')).click()
  const password = 'seven unrelated words'
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('The same password again').fill(password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ])
  await locks(page)
  await device.losesPasskeys()
  await page.reload()
  await page.getByText('Is the passkey gone?').click()
  await page.getByRole('button', { name: 'Open a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a file' })
  const opens = async (word: string) => {
    await dialog.getByLabel('Its password').fill(word)
    await dialog.getByRole('button', { name: 'Open the file' }).click()
  }
  await dialog.getByLabel('File of the wallet').setInputFiles(await download.path())
  await dialog.getByLabel('Replace the wallet that is here').check()
  await opens('eight unrelated words')
  await dialog.getByText('The file does not open with this password.').waitFor()
  expect(await page.evaluate(keptKey)).toEqual(['credentialId', 'input', 'wrapped'])
  await opens(password)
  await page.getByText('There are none yet.').waitFor()
  expect(await page.evaluate(keptKey)).toEqual(['CryptoKey'])
})

journey('a browser whose passkeys can’t keep a key is offered no lock', async ({ visit }) => {
  await visit.page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({ 'extension:prf': false })
  })
  await visit.page.goto('/wallet')
  await (await new WebWallet(visit.page).setting('Save it as a file')).waitFor()
  await visit.page.waitForLoadState('networkidle')
  expect(await (await new WebWallet(visit.page).setting('Lock it with a passkey')).count()).toBe(0)
})
