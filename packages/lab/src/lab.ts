import type { Protocol } from '@lastmile/contracts'
import { HolderError } from '@lastmile/holder'
import type { Cheat, Presented, Props } from './cheats/cheat.ts'
import type { Asking, Distance, Exchanges, Issued, Issuing, ReceivedRequest, Verdict } from './exchanges.ts'
import type { Received } from './features.ts'
import type { Forgery, Json, LabWallet, RegistryCall } from './lab-wallet.ts'
import type { Definitions, Question } from './questions.ts'

/** An answer to a verifier at a distance, on a day when its issuer's registry may be down. */
export interface DistantPresentation {
  /** The calls of the wallet; the verifier's are in the proof. */
  calls: readonly RegistryCall[]
  /** Absent where the wallet sent nothing. */
  verdict?: Verdict
  /** The reason for it, as the engine names it. */
  stopped?: string
}

/** A wallet, and a card that it holds. */
interface Holding extends Issued {
  wallet: LabWallet
}

/** The verifier that cheats are tried on. */
const cheated = 'Corner Shop'
/** One that is not the issuer. */
const distant = 'Museum'
/** Another, for a draft: an equal question that is open would be the same one. */
const drafted = 'Corner Shop, second desk'

/** Seconds that a card is valid for that is to end before it is shown. */
const shortLife = 6

/**
 * The laboratory: wallets that may cheat, at the server that all use cases have. They are issued real cards, and every
 * answer is judged by the verifier of all use cases.
 */
export class Lab {
  readonly #exchanges: Exchanges
  readonly #openWallet: () => Promise<LabWallet>
  readonly #drafts = new Map<Protocol, ReceivedRequest>()
  readonly #wallets = new Map<string, Promise<LabWallet>>()
  readonly #cards = new Map<string, Promise<Issued>>()
  /** The last proof that a distant verifier asked for. */
  readonly #distantProofs = new Map<Protocol, string>()

  /** @param openWallet opens a wallet of its own, in memory */
  constructor(exchanges: Exchanges, openWallet: () => Promise<LabWallet>) {
    this.#exchanges = exchanges
    this.#openWallet = openWallet
  }

  /** An honest answer, but for what the forgery makes of it. */
  async share(asking: Asking, forgery: Forgery = {}): Promise<Verdict> {
    const { wallet } = await this.#mine(asking.protocol)
    return this.#answer(asking, wallet, () => forgery)
  }

  /** How many cards verifiers can't tell from its own by what all of them name, its own among them. */
  async anonymitySet(protocol: Protocol): Promise<number> {
    return this.#exchanges.countAlike((await this.#mine(protocol)).record)
  }

  /** All parts of its cards, as their issuer handed them out. */
  async issued(protocol: Protocol): Promise<readonly Received[]> {
    return (await this.#mine(protocol)).wallet.issued[protocol]
  }

  /** Sends what the cheat makes of an honest answer. */
  async attempt(cheat: Cheat): Promise<Verdict> {
    const { protocol, question, needs, check, next, byFriend } = cheat
    const { wallet } = await (byFriend ? this.#friend(protocol) : this.#mine(protocol))
    if (question === 'twoKinds') await this.#mine(protocol, 'other')
    const props = needs ? ({ [needs]: await this.#props[needs](protocol) } as unknown as Props) : ({} as Props)
    const asking = { protocol, question, verifier: cheated }
    const verdict = await this.#answer(asking, wallet, (asked) => cheat.forgery(props, asked))
    return check && verdict.proof.failed_check === check ? { ...verdict, next } : verdict
  }

  /** An honest answer to a new question, which waits to be sent. */
  async draft(protocol: Protocol): Promise<Received> {
    const { wallet } = await this.#mine(protocol)
    const before = this.#drafts.get(protocol)
    if (before) await this.#exchanges.withdraw(wallet, before)
    this.#drafts.delete(protocol)
    const asked = await this.#exchanges.ask(wallet, { protocol, question: 'met', verifier: drafted })
    const { present } = await this.#exchanges.prepare(wallet, asked)
    this.#drafts.set(protocol, asked)
    return present()
  }

  /** Sends an answer to the draft's question as it is; again, where that failed. @throws when there is no draft */
  async send(protocol: Protocol, presentation: Received): Promise<Verdict> {
    const asked = this.#drafts.get(protocol)
    if (!asked) throw new Error('Nothing was asked.')
    const { wallet } = await this.#mine(protocol)
    const verdict = await this.#exchanges.send(wallet, asked, {
      anoncreds: () => presentation as Json,
      sdJwt: async () => String(presentation),
    })
    this.#drafts.delete(protocol)
    return verdict
  }

  /**
   * An honest answer to a verifier that reads what the issuer publishes by its addresses, as the wallet does.
   * @param evenRevoked whether a card is shown that its wallet knows to be revoked
   */
  async presentToDistant(
    protocol: Protocol,
    distance: Omit<Distance, 'earlier'>,
    evenRevoked = false,
  ): Promise<DistantPresentation> {
    const { wallet } = await this.#distant(protocol)
    const earlier = this.#distantProofs.get(protocol)
    const asking: Asking = { protocol, question: 'met', verifier: distant, distance: { ...distance, earlier } }
    const { registry } = wallet
    registry.isUp = distance.registry === 'up'
    registry.calls = []
    const asked = await this.#exchanges.ask(wallet, asking)
    const verdict = await this.#exchanges.send(wallet, asked, {}, evenRevoked).catch(async (error) => {
      if (!isStopped(error)) throw error
      await this.#exchanges.withdraw(wallet, asked)
      return error.code
    })
    if (typeof verdict === 'string') return { calls: registry.calls, stopped: verdict }
    this.#distantProofs.set(protocol, asked.id)
    return { calls: registry.calls, verdict }
  }

  /** The issuer revokes the card that is shown to distant verifiers. */
  async revokeDistant(protocol: Protocol): Promise<void> {
    await this.#exchanges.revoke((await this.#distant(protocol)).record)
  }

  /** Another card, which neither wallet nor verifier has read anything for. */
  async renewDistant(protocol: Protocol): Promise<void> {
    const { wallet, heldId } = await this.#distant(protocol)
    await wallet.holder.remove(heldId)
    wallet.registry.isUp = true
    this.#cards.delete(cardName(`distant ${protocol}`, { protocol, card: 'person' }))
    this.#distantProofs.delete(protocol)
  }

  async close(): Promise<void> {
    const wallets = await Promise.allSettled(this.#wallets.values())
    await Promise.all(wallets.map((opened) => opened.status === 'fulfilled' && opened.value.holder.close()))
  }

  readonly #props: { [Name in keyof Props]: (protocol: Protocol) => Promise<Props[Name]> } = {
    own: async (protocol) =>
      this.#prepared((await this.#mine(protocol)).wallet, { protocol, question: 'nameEvenRevoked' }),
    friends: async (protocol) => this.#prepared((await this.#friend(protocol)).wallet, { protocol, question: 'age' }),
    second: (protocol) => this.#extra(protocol, 'age', { older: true }),
    other: async (protocol) =>
      this.#prepared((await this.#mine(protocol, 'other')).wallet, { protocol, question: 'otherName' }),
    revoked: (protocol) => this.#extra(protocol, 'met', {}, ({ record }) => this.#exchanges.revoke(record)),
    ended: (protocol) =>
      // Its life began before it came here, so it is over by then whatever the clock of this device says.
      this.#extra(
        protocol,
        'met',
        { validSeconds: shortLife },
        () => new Promise((over) => setTimeout(over, shortLife * 1_000)),
      ),
    earlier: async (protocol) => (await this.share({ protocol, question: 'met', verifier: cheated })).sent.presentation,
  }

  /** Another card of the lab's own wallet, as it would be presented before something happens to it. */
  async #extra(
    protocol: Protocol,
    question: Question,
    card: { older?: boolean; validSeconds?: number },
    happens = async (_: Issued): Promise<void> => {},
  ): Promise<Presented> {
    const wallet = await once(this.#wallets, 'mine', this.#openWallet)
    const issued = await this.#exchanges.issue(wallet, { protocol, card: 'person', ...card })
    const prepared = this.#prepared(wallet, { protocol, question }, issued.heldId)
    await prepared.finally(() => wallet.holder.remove(issued.heldId))
    await happens(issued)
    return prepared
  }

  /** The wallet and card that distant verifiers are shown: for each registry others, as it stays down meanwhile. */
  #distant(protocol: Protocol): Promise<Holding> {
    return this.#holding(`distant ${protocol}`, { protocol, card: 'person' })
  }

  /** A friend's wallet, with the card of an older person. */
  #friend(protocol: Protocol): Promise<Holding> {
    return this.#holding('friend', { protocol, card: 'person', older: true })
  }

  /** The lab's own wallet, with a card. */
  #mine(protocol: Protocol, card: keyof Definitions = 'person'): Promise<Holding> {
    return this.#holding('mine', { protocol, card })
  }

  async #holding(name: string, issuing: Issuing): Promise<Holding> {
    const wallet = await once(this.#wallets, name, this.#openWallet)
    const card = await once(this.#cards, cardName(name, issuing), () => this.#exchanges.issue(wallet, issuing))
    return { wallet, ...card }
  }

  /** A card as its wallet would present it, without sending it. */
  async #prepared(wallet: LabWallet, asking: Omit<Asking, 'verifier'>, heldId?: string): Promise<Presented> {
    const asked = await this.#exchanges.ask(wallet, { ...asking, verifier: cheated })
    const { presented } = await this.#exchanges.prepare(wallet, asked, heldId)
    await this.#exchanges.withdraw(wallet, asked)
    return presented
  }

  async #answer(
    asking: Asking,
    wallet: LabWallet,
    forgery: (asked: Json) => Forgery | Promise<Forgery>,
  ): Promise<Verdict> {
    const asked = await this.#exchanges.ask(wallet, asking)
    return this.#exchanges.send(wallet, asked, await forgery(asked.request))
  }
}

function once<Value>(made: Map<string, Promise<Value>>, name: string, make: () => Promise<Value>): Promise<Value> {
  const making = made.get(name) ?? make()
  made.set(name, making)
  // A failure is tried again the next time.
  making.catch(() => made.delete(name))
  return making
}

const cardName = (wallet: string, { protocol, card }: Issuing) => `${wallet} ${protocol} ${card}`

/** Whether the wallet itself found that it can't answer. */
const isStopped = (error: unknown): error is HolderError =>
  error instanceof HolderError && ['unreachable', 'revoked', 'cannot-prove'].includes(error.code)
