import { attributesOf, cardsOf, definitionOf, madeUp } from './cards.ts'
import { type Api, Exchanges } from './exchanges.ts'
import { Lab } from './lab.ts'
import type { LabWallet } from './lab-wallet.ts'

/** A lab whose person is made up, with the cards of the server's content. */
export async function openLab(api: Api, openWallet: () => Promise<LabWallet>): Promise<Lab> {
  const { person, other } = await cardsOf(api)
  const definitions = { person: await definitionOf(api, person), other: await definitionOf(api, other) }
  const self = madeUp()
  const exchanges = new Exchanges({
    ...{ api, definitions, otherCard: other.attributes },
    person: (older) => attributesOf(person, older ? madeUp(40) : self),
  })
  return new Lab(exchanges, openWallet)
}
