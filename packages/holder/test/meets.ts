import type { HolderDependencies } from '../src/holder.ts'
import { Stranger } from './openid4vc-stranger.ts'
import { visit } from './visitor.ts'

/** A wallet, and a stranger that it meets. */
export async function meets(given: Partial<HolderDependencies> = {}) {
  const stranger = new Stranger()
  const visited: string[] = []
  const visitor = await visit({ fetch: stranger.fetch, visit: (url) => visited.push(url), ...given })
  const { holder } = visitor
  const received = async (link: string) => {
    const found = await visitor.holder.receive(link)
    if ('offerId' in found) return found.offerId
    if ('requestId' in found) return found.requestId
    throw new Error('It is a connection')
  }
  return { stranger, visitor, holder, received, visited }
}
