import { expect } from 'vitest'
import { journey } from '../journey.ts'
import type { Person } from '../person.ts'
import { issuingText } from '../shown-texts.ts'

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
