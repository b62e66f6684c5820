import type { Locator } from 'playwright-core'
import type { Person } from './person.ts'
import type { WebWallet } from './web-wallet.ts'

/** Shows a revoked card all the same, from the dashboard on. @returns how the place refuses it */
export async function showsAnyway(
  person: Person,
  wallet: WebWallet,
  { useCase, verifier }: { useCase: string; verifier: string },
): Promise<Locator> {
  await person
    .useCase(useCase)
    .getByRole('button', { name: `Show it to ${verifier} anyway` })
    .click()
  await person.comesTo('START')
  await person.page.getByTestId('next').click()
  await person.playsOn('PROOF')
  await wallet.presses('Send it anyway', wallet.request)
  const refusal = person.page.getByTestId('proof-refused')
  await refusal.getByText(/has been revoked/).waitFor()
  return refusal
}
