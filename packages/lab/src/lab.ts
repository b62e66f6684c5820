import type { Protocol } from '@lastmile/contracts'
import { HolderError } from '@lastmile/holder'
import type { Cheat, Presented, Props } from './cheats/cheat.ts'
import type { Asked, Asking, Distance, Exchanges, Issued, Verdict } from './exchanges.ts'
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

/** The verifier that cheats are tried on. */
const cheated = 'Corner Shop'
/** One of another house. */
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
  readonly #drafts = new Map<Protocol, Asked>()
  readonly #kept = new Map<string, Promise<unknown>>()
  /** The last proof that was asked for from afar. */
  readonly #afarBefore = new Map<Protocol, string>()

  /** @param openWallet opens a wallet of its own, in memory */
  constructor(exchanges: Exchanges, openWallet: () => Promise<LabWallet>) {
    this.#exchanges = exchanges
    this.#openWallet = openWallet
  }

  /** An honest answer, but for what the forgery makes of it. */
  async share(asking: Asking, forgery: Forgery = {}): Promise<Verdict> {
    return this.#answer(asking, await this.#holding(asking.protocol, 'person'), () => forgery)
  }

  /** How many cards verifiers can't tell from its own by what all of them name, its own among them. */
  async anonymitySet(protocol: Protocol): Promise<number> {
    await this.#holding(protocol, 'person')
    const { record } = await this.#once<Issued>(`mine ${protocol} person`, neverMissing)
    return this.#exchanges.countAlike(record)
  }

  /** All parts of its cards, as their issuer handed them out. */
  async issued(protocol: Protocol): Promise<readonly Received[]> {
    return (await this.#holding(protocol, 'person')).issued[protocol]
  }

  /** Sends what the cheat makes of an honest answer. */
  async attempt(cheat: Cheat): Promise<Verdict> {
    const { protocol, question, needs, check, next, byFriend } = cheat
    const wallet = await (byFriend ? this.#friend(protocol) : this.#holding(protocol, 'person'))
    if (question === 'twoKinds') await this.#holding(protocol, 'other')
    const props = needs ? ({ [needs]: await this.#props[needs](protocol) } as unknown as Props) : ({} as Props)
    const asking = { protocol, question, verifier: cheated }
    const verdict = await this.#answer(asking, wallet, (asked) => cheat.forgery(props, asked))
    return check && verdict.proof.failed_check === check ? { ...verdict, next } : verdict
  }

  /** An honest answer to a new question, which waits to be sent. */
  async draft(protocol: Protocol): Promise<Received> {
    const wallet = await this.#holding(protocol, 'person')
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
    const wallet = await this.#holding(protocol, 'person')
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
    const { wallet } = await this.#afar(protocol)
    const earlier = this.#afarBefore.get(protocol)
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
    this.#afarBefore.set(protocol, asked.id)
    return { calls: registry.calls, verdict }
  }

  /** The issuer revokes the card that is shown from afar. */
  async revokeDistant(protocol: Protocol): Promise<void> {
    await this.#exchanges.revoke((await this.#afar(protocol)).record)
  }

  /** Another card, which neither wallet nor verifier has read anything for. */
  async renewDistant(protocol: Protocol): Promise<void> {
    const { wallet, heldId } = await this.#afar(protocol)
    await wallet.holder.remove(heldId)
    wallet.registry.isUp = true
    this.#kept.delete(`afar ${protocol}`)
    this.#afarBefore.delete(protocol)
  }

  async close(): Promise<void> {
    const wallets = (await Promise.allSettled(this.#kept.values())).flatMap((kept) =>
      kept.status === 'fulfilled' && isWallet(kept.value) ? [kept.value] : [],
    )
    await Promise.all(wallets.map(({ holder }) => holder.close()))
  }

  readonly #props: { [Name in keyof Props]: (protocol: Protocol) => Promise<Props[Name]> } = {
    own: async (protocol) => this.#prepared(await this.#holding(protocol, 'person'), protocol, 'nameEvenRevoked'),
    friends: async (protocol) => this.#prepared(await this.#friend(protocol), protocol, 'age'),
    second: (protocol) => this.#extra(protocol, 'age', { older: true }),
    other: async (protocol) => this.#prepared(await this.#holding(protocol, 'other'), protocol, 'otherName'),
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
    const wallet = await this.#mine()
    const issued = await this.#exchanges.issue(wallet, { protocol, card: 'person', ...card })
    const prepared = this.#prepared(wallet, protocol, question, issued.heldId)
    await prepared.finally(() => wallet.holder.remove(issued.heldId))
    await happens(issued)
    return prepared
  }

  /** A wallet of its own for each registry: it stays down between showings, when a wallet reads lists ahead. */
  async #afar(protocol: Protocol) {
    const wallet = await this.#once(`${protocol} wallet`, this.#openWallet)
    return {
      wallet,
      ...(await this.#once(`afar ${protocol}`, () => this.#exchanges.issue(wallet, { protocol, card: 'person' }))),
    }
  }

  /** A friend's wallet, with the card of an older person. */
  async #friend(protocol: Protocol): Promise<LabWallet> {
    const friend = await this.#once('friend', this.#openWallet)
    await this.#once(`friend ${protocol}`, () =>
      this.#exchanges.issue(friend, { protocol, card: 'person', older: true }),
    )
    return friend
  }

  /** The lab's own wallet. */
  #mine(): Promise<LabWallet> {
    return this.#once('mine', this.#openWallet)
  }

  async #holding(protocol: Protocol, card: keyof Definitions): Promise<LabWallet> {
    const wallet = await this.#mine()
    await this.#once(`mine ${protocol} ${card}`, () => this.#exchanges.issue(wallet, { protocol, card }))
    return wallet
  }

  #once<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const making = (this.#kept.get(name) as Promise<Value> | undefined) ?? make()
    this.#kept.set(name, making)
    // A failure is tried again the next time.
    making.catch(() => this.#kept.delete(name))
    return making
  }

  /** A card as its wallet would present it, without sending it. */
  async #prepared(wallet: LabWallet, protocol: Protocol, question: Question, heldId?: string): Promise<Presented> {
    const asked = await this.#exchanges.ask(wallet, { protocol, question, verifier: cheated })
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

const neverMissing = () => Promise.reject(new Error('The lab has no card.'))

/** Whether the wallet itself found that it can't answer. */
const isStopped = (error: unknown): error is HolderError =>
  error instanceof HolderError && ['unreachable', 'revoked', 'cannot-prove'].includes(error.code)

const isWallet = (kept: unknown): kept is LabWallet => typeof kept === 'object' && kept !== null && 'holder' in kept
