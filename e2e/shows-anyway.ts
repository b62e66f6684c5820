import type { Person } from './person.ts'
import type { WebWallet } from './web-wallet.ts'

/**
 * Shows a revoked card all the same, from the dashboard on.
 * @param isNotified whether the issuer told the wallet; if not, it looks the status up when the person shares
 */
export async function showsAnyway(
  person: Person,
  wallet: WebWallet,
  { useCase, verifier, isNotified = true }: { useCase: string; verifier: string; isNotified?: boolean },
): Promise<void> {
  await person
    .useCase(useCase)
    .getByRole('button', { name: `Show it to ${verifier} anyway` })
    .click()
  await person.comesTo('START')
  await person.page.getByTestId('next').click()
  await person.playsOn('PROOF')
  if (!isNotified) await wallet.presses('Share', wallet.request)
  await wallet.presses('Send it anyway', wallet.request)
  await person.page
    .getByTestId('proof-refused')
    .getByText(/has been revoked/)
    .waitFor()
}
