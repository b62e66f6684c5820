import { type ReactNode, Suspense, useState } from 'react'
import { fetchedLater } from '../ui/fetched-later.ts'
import { walletClient } from '../wallet/wallet-client.ts'
import type { WalletFailure } from '../wallet/worker/messages.ts'

const Offer = fetchedLater(() => import('./take-out-offer.tsx').then((file) => file.TakeOutOffer))

/**
 * For a dialog that ends the visit: the offer to take the character's cards out of the wallet too, and what its main
 * button does. @param end called once they are out, where the visitor wants it
 */
export function useTakeOutCards(end: () => void): { offer: ReactNode; end: () => void } {
  const [wanted, setWanted] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<WalletFailure>()
  const endAfter = async () => {
    const answers = await Promise.all(wanted.map((id) => walletClient.call({ action: 'remove', args: [id] })))
    const failed = answers.find((answer) => answer.failure)?.failure
    setFailure(failed)
    if (!failed) end()
  }
  const offer = (
    <Suspense fallback={null}>
      <Offer
        isWanted={wanted.length > 0}
        failure={failure}
        onChange={(isWanted, ids) => setWanted(isWanted ? ids : [])}
      />
    </Suspense>
  )
  return { offer, end: () => void endAfter() }
}
