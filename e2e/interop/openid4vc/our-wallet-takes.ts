import type { Holder } from '@lastmile/holder'

/** @returns the id of the offer in the link */
export async function take(holder: Holder, link: string): Promise<string> {
  const received = await holder.receive(link)
  if (!('offerId' in received)) throw new Error('The link is not an offer')
  return received.offerId
}

/** @returns the id of the request in the link */
export async function takeRequest(holder: Holder, link: string): Promise<string> {
  const received = await holder.receive(link)
  if (!('requestId' in received)) throw new Error('The link is not a request')
  return received.requestId
}
