import { attributesOf, cardsOf, definitionOf, madeUp } from './cards.ts'
import { type Api, Exchanges } from './exchanges.ts'
import { Lab } from './lab.ts'
import type { LabWallet } from './lab-wallet.ts'

/**
 * The visitor's lab, and those of two others: the crowd that a proof could have come from. Each of the three is made
 * up, with the cards of the server's content.
 */
export async function openLabs(api: Api, openWallet: () => Promise<LabWallet>): Promise<[Lab, Lab, Lab]> {
  const { person, other } = await cardsOf(api)
  const definitions = { person: await definitionOf(api, person), other: await definitionOf(api, other) }
  const open = () => {
    const self = madeUp()
    const exchanges = new Exchanges({
      api,
      definitions,
      otherCard: other.attributes,
      person: (older) => attributesOf(person, older ? madeUp(40) : self),
    })
    return new Lab(exchanges, openWallet)
  }
  return [open(), open(), open()]
}
