import { confirmedPersonPath } from '@lastmile/contracts/site'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { issuingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

const strip = ({ page }: Person) => page.getByTestId('what-just-happened')

/** The sentences that stand there, once there are so many. */
async function sentences(person: Person, count: number): Promise<string[]> {
  const messages = strip(person).getByTestId('protocol-message')
  await messages.nth(count - 1).waitFor()
  return messages.locator('p:first-child').allInnerTexts()
}

journey(
  'the strip shows the messages that passed, in order, and says nothing that they said',
  async ({ person, wallet }) => {
    const { page } = person
    await person.onboards('Amina Bello', 'CONNECT')
    const toggle = strip(person).getByRole('button', { name: 'What just happened' })
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await toggle.focus()
    await page.keyboard.press('Enter')
    await person.sees('This site made an invitation for your wallet.')

    await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
    await person.sees(issuingText('arrived'))
    await strip(person).getByText('Your wallet confirmed that it has stored the credential.').waitFor()
    const listed = await sentences(person, 7)
    const order = [
      'This site made an invitation for your wallet.',
      'Your wallet answered the invitation, with a key that it made for this connection only.',
      'This site answered with its own key, signed.',
      'A credential was offered to your wallet.',
      'Your wallet accepted the offer and asked for the credential.',
      'The credential was signed and sent to your wallet.',
      'Your wallet confirmed that it has stored the credential.',
    ]
    expect(listed.filter((sentence) => order.includes(sentence))).toEqual(order)

    await person.onboards('Amina Bello')
    await person.plays('Join the public library', 'PROOF')
    const shown = await person.looksInside('This site told your wallet that the proof holds.')

    const [card] = await wallet.credentials()
    expect(shown).toContain('present-proof')
    for (const [name, value] of Object.entries(card?.attributes ?? {})) {
      // The day of issue is today, which the library's request names itself.
      if (name !== 'issue_date') expect(shown, name).not.toContain(value)
    }
    // Neither a key nor a signature: nothing that long has no spaces, but addresses of types and the ids of messages.
    expect(shown.match(/[A-Za-z0-9+/_-]{44,}/g) ?? []).toEqual([])
  },
)

/** The sentences of an issuance by OpenID4VC to the web wallet, which confirms it last. */
const issuance = [
  'This site made an offer for your wallet.',
  'Your wallet handed in the offer’s code and got a token for one credential.',
  'Your wallet fetched a nonce: a random text that makes its next request good only once.',
  'Your wallet proved that it holds its own keys, and got a signed copy of the credential for each key.',
  'Your wallet confirmed that it has stored the credential.',
]

/** Accepts what is offered, and has the strip list the issuance, also after a reload. */
async function seesIssuance(person: Person, wallet: WebWallet) {
  await wallet.accepts()
  const shown = await person.looksInside(issuance.at(-1) ?? '')
  expect(await sentences(person, issuance.length)).toEqual(issuance)
  expect(shown).toContain('OpenID4VCI 1.0, section 8.2')
  return shown
}

journey('the strip shows what passed by OpenID4VC on every screen that waits for it', async ({ visit: { page } }) => {
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  await page.goto('/demo/student?protocol=openid4vc')
  await person.onboards('Amina Bello', 'CHOOSE_WALLET')
  await person.choosesWebWallet()
  await person.onboards('Amina Bello', 'ACCEPT_CREDENTIAL')
  const issued = await seesIssuance(person, wallet)
  await page.reload()
  await person.looksInside(issuance.at(-1) ?? '')
  expect(await sentences(person, issuance.length)).toEqual(issuance)

  await person.onboards('Amina Bello')
  await person.plays('Join the public library', 'PROOF')
  await wallet.shares()
  const proved = await person.looksInside('This site checked the proof: it holds.')
  expect(await sentences(person, 5)).toEqual([
    'This site asked your wallet for a proof.',
    'Your wallet fetched the request, which this site has signed, and gave it a nonce of its own.',
    'Your wallet sent the proof, encrypted so that only this site can read it.',
    'Your wallet brought you back to this browser, so its answer counts for you.',
    'This site checked the proof: it holds.',
  ])
  await person.playsOn('CREDENTIAL')
  const card = await seesIssuance(person, wallet)
  for (const shown of [issued, proved, card]) expect(shown).not.toMatch(/Amina|Bello|\b20\d{6}\b|[\w+/=.-]{70,}/)
})

journey('the strip shows what passed by OpenID4VC to a confirmed person', repeats, async ({ visit: { page } }) => {
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  await page.goto(`${confirmedPersonPath}?protocol=openid4vc`)
  await person.isConfirmed('ACCEPT_CREDENTIAL')
  await page.getByTestId('open-web-wallet').click()
  await seesIssuance(person, wallet)
})
