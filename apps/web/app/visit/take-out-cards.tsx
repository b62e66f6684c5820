import { Suspense } from 'react'
import { fetchedLater } from '../ui/fetched-later.ts'

const Offer = fetchedLater(() => import('./take-out-offer.tsx').then((file) => file.TakeOutOffer))

/** For a dialog that ends the visit: the offer to take the character's cards out, fetched with the dialog. */
export const TakeOutCards = () => (
  <Suspense fallback={null}>
    <Offer />
  </Suspense>
)
