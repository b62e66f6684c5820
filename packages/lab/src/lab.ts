import type { ApiAnswer, ApiBody, ApiRouteName, CredentialToIssue, Protocol, VerifierCheck } from '@lastmile/contracts'
import { HolderError } from '@lastmile/holder'
import { alteredLink } from './altered-link.ts'
import type { Cheat, Presented, Props } from './cheats/cheat.ts'
import type { Received } from './features.ts'
import type { Forgery, Json, LabWallet, RegistryCall } from './lab-wallet.ts'
import type { PresentationRecord } from './linker.ts'
import { ages, type Definitions, type Question, questions } from './questions.ts'

/** Calls a route of the public API. @throws when it answers with an error */
export type Api = <Name extends ApiRouteName>(
  name: Name,
  input?: { id?: string; body?: ApiBody<Name> },
) => Promise<ApiAnswer<Name>>

export type Attributes = CredentialToIssue['attributes']

export interface Dependencies {
  api: Api
  /** A wallet of its own, in memory. */
  openWallet(): Promise<LabWallet>
  definitions: Definitions
  /** The lab's person, made out of nothing; of another age and name each time where wanted. */
  person(older?: boolean): Attributes
  /** A card of another kind. */
  otherCard: Attributes
}

/** An answer that was sent, and the server's word on it. */
export interface Verdict {
  /** As the verifier put it. */
  asked: ApiBody<'requestProofOutOfBand'>
  sent: PresentationRecord
  proof: ApiAnswer<'getProof'>
  /** The check that would have refused it in the place of the one that did, where there is one. */
  next?: VerifierCheck | undefined
}

/** A question, by a verifier whose name wallets show. */
export interface Asking {
  protocol: Protocol
  question: Question
  verifier: string
  distance?: Distance
}

type Distance = NonNullable<ApiBody<'requestProofOutOfBand'>['distance']>

/** An answer to a verifier at a distance, on a day when its issuer's registry may be down. */
export interface FromAfar {
  /** The calls of the wallet; the verifier's are in the proof. */
  calls: readonly RegistryCall[]
  /** Absent where the wallet sent nothing. */
  verdict?: Verdict
  /** The reason for it, as the engine names it. */
  stopped?: string
}

/** A question that the wallet has. */
interface Asked {
  id: string
  requestId: string
  body: Verdict['asked']
  /** As the verifier put it; by DIDComm alone. */
  request: Json
}

/** The verifier that cheats are tried on. */
const cheated = 'Corner Shop'
/** One of another house. */
const distant = 'Museum'
/** Another, for a draft: an equal question that is open would be the same one. */
const drafted = 'Corner Shop, second desk'

type Card = keyof Definitions

/** So long is a card valid that is to end before it is shown. */
const shortLifeSeconds = 6

/** Milliseconds between two looks at a proof. */
const pause = 250

/**
 * The laboratory: wallets that may cheat, at the server that all use cases have. They are issued real cards, and every
 * answer is judged by the verifier of all use cases.
 */
export class Lab {
  readonly #dependencies: Dependencies
  readonly #drafts = new Map<Protocol, Asked>()
  readonly #kept = new Map<string, Promise<unknown>>()
  /** The last proof that was asked for from afar. */
  readonly #afarBefore = new Map<Protocol, string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** An honest answer, but for what the forgery makes of it. */
  async share(asking: Asking, forgery: Forgery = {}): Promise<Verdict> {
    return this.#answer(asking, await this.#holding(asking.protocol, 'person'), () => forgery)
  }

  /** How many cards its registry has room for, where verifiers see a registry and no place in it. */
  async crowd(protocol: Protocol): Promise<number | undefined> {
    const { holder } = await this.#holding(protocol, 'person')
    const format = protocol === 'didcomm' ? 'anoncreds' : 'sd-jwt'
    const sizes = holder.snapshot().credentials.filter((card) => card.format === format)
    return Math.max(...sizes.map(({ registrySize = 0 }) => registrySize)) || undefined
  }

  /** All parts of its cards, as their issuer handed them out. */
  async issued(protocol: Protocol): Promise<readonly Received[]> {
    return (await this.#holding(protocol, 'person')).issued[protocol]
  }

  /** Sends what the cheat makes of an honest answer. */
  async attempt(cheat: Cheat): Promise<Verdict> {
    const { protocol, question, needs, check, next } = cheat
    const wallet = await this.#holding(protocol, 'person')
    if (question === 'twoKinds') await this.#holding(protocol, 'other')
    const props = needs ? ({ [needs]: await this.#props[needs](protocol) } as unknown as Props) : ({} as Props)
    const asking = { protocol, question, verifier: cheated }
    const verdict = await this.#answer(asking, wallet, (asked) => cheat.forgery(props, asked))
    return verdict.proof.failed_check === check ? { ...verdict, next } : verdict
  }

  /** An honest answer to a new question, which waits to be sent. */
  async draft(protocol: Protocol): Promise<Received> {
    const wallet = await this.#holding(protocol, 'person')
    const asked = await this.#ask(wallet, { protocol, question: 'met', verifier: drafted })
    let draft: Received = ''
    wallet.forgery = {
      anoncreds(task, honest) {
        draft = honest(task)
        return unsent()
      },
      async sdJwt(task, honest) {
        draft = await honest(...task)
        return unsent()
      },
    }
    await wallet.holder.answer(asked.requestId).catch(() => undefined)
    this.#drafts.set(protocol, asked)
    return draft
  }

  /** Sends an answer to the draft's question as it is given. @throws when there is no draft */
  async send(protocol: Protocol, presentation: Received): Promise<Verdict> {
    const asked = this.#drafts.get(protocol)
    if (!asked) throw new Error('Nothing was asked.')
    this.#drafts.delete(protocol)
    const wallet = await this.#holding(protocol, 'person')
    return this.#sent(wallet, asked, {
      anoncreds: () => presentation as Json,
      sdJwt: async () => String(presentation),
    })
  }

  /** An honest answer to a verifier that reads what the issuer publishes by its addresses, as the wallet does. */
  async showFromAfar(protocol: Protocol, distance: Omit<Distance, 'earlier'>): Promise<FromAfar> {
    const { wallet } = await this.#afar(protocol)
    const earlier = this.#afarBefore.get(protocol)
    const asking: Asking = { protocol, question: 'met', verifier: distant, distance: { ...distance, earlier } }
    const { registry } = wallet
    registry.isUp = distance.registry === 'up'
    registry.calls = []
    try {
      const asked = await this.#ask(wallet, asking)
      const verdict = await this.#sent(wallet, asked, {}).catch(async (error) => {
        if (!isStopped(error)) throw error
        await this.#dependencies.api('deleteProof', { id: asked.id })
        return error.code
      })
      if (typeof verdict === 'string') return { calls: registry.calls, stopped: verdict }
      this.#afarBefore.set(protocol, asked.id)
      return { calls: registry.calls, verdict }
    } finally {
      registry.isUp = true
    }
  }

  /** The issuer revokes the card that is shown from afar. */
  async revokeAfar(protocol: Protocol): Promise<void> {
    await this.#revoke((await this.#afar(protocol)).record)
  }

  /** Another card, which neither wallet nor verifier has read anything for. */
  async renewAfar(protocol: Protocol): Promise<void> {
    const { wallet, heldId } = await this.#afar(protocol)
    await wallet.holder.remove(heldId)
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
    friends: async (protocol) => {
      const friend = await this.#once('friend', this.#dependencies.openWallet)
      await this.#once(`friend ${protocol}`, () => this.#issue(friend, protocol, 'person', true))
      return this.#prepared(friend, protocol, 'age')
    },
    second: async (protocol) => {
      const wallet = await this.#mine()
      const { heldId } = await this.#issue(wallet, protocol, 'person', true)
      return this.#prepared(wallet, protocol, 'age', heldId).finally(() => wallet.holder.remove(heldId))
    },
    other: async (protocol) => this.#prepared(await this.#holding(protocol, 'other'), protocol, 'otherName'),
    revoked: async (protocol) => {
      const wallet = await this.#mine()
      const { heldId, record } = await this.#issue(wallet, protocol, 'person')
      const prepared = await this.#prepared(wallet, protocol, 'met', heldId)
      await this.#revoke(record)
      await wallet.holder.remove(heldId)
      return prepared
    },
    ended: async (protocol) => {
      const wallet = await this.#mine()
      const { heldId } = await this.#issue(wallet, protocol, 'person', false, shortLifeSeconds)
      const prepared = await this.#prepared(wallet, protocol, 'met', heldId)
      await wallet.holder.remove(heldId)
      // Its life began before it came here, so it is over by then whatever the clock of this device says.
      await new Promise((resolve) => setTimeout(resolve, shortLifeSeconds * 1_000))
      return prepared
    },
    earlier: async (protocol) => (await this.share({ protocol, question: 'met', verifier: cheated })).sent.presentation,
  }

  async #revoke({ connection_id, revocation_id, revoc_reg_id }: ApiAnswer<'getCredential'>): Promise<void> {
    await this.#dependencies.api('revoke', {
      body: { connection_id, cred_rev_id: revocation_id ?? '', rev_reg_id: revoc_reg_id ?? '', notify: false },
    })
  }

  /** A wallet of its own, so that no other bench has a revoked card. */
  async #afar(protocol: Protocol) {
    const wallet = await this.#once('afar', this.#dependencies.openWallet)
    return { wallet, ...(await this.#once(`afar ${protocol}`, () => this.#issue(wallet, protocol, 'person'))) }
  }

  /** The lab's own wallet. */
  #mine(): Promise<LabWallet> {
    return this.#once('mine', this.#dependencies.openWallet)
  }

  async #holding(protocol: Protocol, card: Card): Promise<LabWallet> {
    const wallet = await this.#mine()
    await this.#once(`mine ${protocol} ${card}`, async () => this.#issue(wallet, protocol, card))
    return wallet
  }

  #once<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const making = (this.#kept.get(name) as Promise<Value> | undefined) ?? make()
    this.#kept.set(name, making)
    // A failure is tried again the next time.
    making.catch(() => this.#kept.delete(name))
    return making
  }

  async #issue({ holder, sees }: LabWallet, protocol: Protocol, card: Card, older = false, valid_seconds?: number) {
    const { api, definitions, person, otherCard } = this.#dependencies
    const attributes = card === 'person' ? person(older) : otherCard
    const offer = { cred_def_id: definitions[card], valid_seconds, credential_proposal: { attributes } }
    const held = new Set(holder.snapshot().credentials.map(({ id }) => id))
    let record: ApiAnswer<'offerCredential'>
    if (protocol === 'openid4vc') {
      record = await api('offerCredential', { body: { ...offer, protocol } })
      await holder.receive(record.invitation_url ?? '')
    } else {
      const { connection_id, invitation_url } = await api('createInvite', { body: { my_label: 'Town Hall' } })
      const received = await holder.receive(invitation_url)
      const isMine = ({ id, state }: { id: string; state: string }) =>
        'connectionId' in received && id === received.connectionId && state === 'connected'
      await sees(({ connections }) => connections.some(isMine))
      record = await api('offerCredentialByDeepLink', { body: { ...offer, connection_id } })
    }
    const offered = await sees(({ offers }) => offers.find(({ state }) => state === 'offered'))
    await holder.accept(offered.id)
    const { id: heldId } = await sees(({ credentials }) => credentials.find(({ id }) => !held.has(id)))
    return { heldId, record: await api('getCredential', { id: record.credential_exchange_id }) }
  }

  /** A card as its wallet would present it, without sending it. */
  async #prepared(wallet: LabWallet, protocol: Protocol, question: Question, heldId?: string): Promise<Presented> {
    const prepared: Presented = {}
    const { id, requestId } = await this.#ask(wallet, { protocol, question, verifier: cheated })
    wallet.forgery = {
      anoncreds: (task) => {
        prepared.anoncreds = task
        return unsent()
      },
      sdJwt: async (task) => {
        prepared.sdJwt = task
        return unsent()
      },
    }
    await wallet.holder.answer(requestId, chosen(wallet, requestId, heldId)).catch(() => undefined)
    await this.#dependencies.api('deleteProof', { id })
    return prepared
  }

  async #answer(asking: Asking, wallet: LabWallet, forgery: (asked: Json) => Forgery): Promise<Verdict> {
    const asked = await this.#ask(wallet, asking)
    return this.#sent(wallet, asked, forgery(asked.request))
  }

  async #sent(wallet: LabWallet, { id, body, requestId }: Asked, forgery: Forgery): Promise<Verdict> {
    wallet.forgery = forgery
    await wallet.holder.answer(requestId)
    const { sent } = wallet
    if (!sent) throw new Error('Nothing was sent.')
    return { asked: body, sent, proof: await this.#verdict(id) }
  }

  async #ask({ holder }: LabWallet, { protocol, question, verifier, distance }: Asking): Promise<Asked> {
    const { api, definitions } = this.#dependencies
    const body: ApiBody<'requestProofOutOfBand'> = {
      ...(protocol === 'openid4vc' && { protocol }),
      my_label: verifier,
      distance,
      proof_request: questions[question](definitions),
    }
    const { proof, proofUrl, shortUrl } = await api('requestProofOutOfBand', { body })
    let asked: Json = {}
    const altered = (request: Json) => {
      asked = request
      return forYounger(request)
    }
    const received = await holder.receive(protocol === 'openid4vc' ? shortUrl : alteredLink(proofUrl, altered))
    if (!('requestId' in received)) throw new Error('The link asks for nothing.')
    return { body, request: asked, id: proof.presentation_exchange_id, requestId: received.requestId }
  }

  async #verdict(id: string): Promise<ApiAnswer<'getProof'>> {
    for (;;) {
      const proof = await this.#dependencies.api('getProof', { id })
      if (proof.verified !== null) return proof
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Keeps an engine from sending. */
function unsent(): never {
  throw new Error('Prepared, and not sent.')
}

/** The question with an age that the person has, so that the engine answers. */
function forYounger(request: Json): Json {
  const copy = structuredClone(request)
  const met = questions.age({ person: '', other: '' }).requested_predicates?.age
  for (const predicate of Object.values(copy.requested_predicates as Record<string, { p_value: number }>))
    predicate.p_value = met?.p_value ?? ages.met
  return copy
}

function chosen({ holder }: LabWallet, requestId: string, credentialId: string | undefined) {
  const request = holder.snapshot().requests.find(({ id }) => id === requestId)
  const referents = credentialId === undefined ? [] : (request?.items ?? []).map(({ referent }) => referent)
  return Object.fromEntries(referents.map((referent) => [referent, { credentialId: credentialId ?? '' }]))
}

/** Whether the wallet itself found that it can't answer. */
const isStopped = (error: unknown): error is HolderError =>
  error instanceof HolderError && ['unreachable', 'revoked', 'cannot-prove'].includes(error.code)

const isWallet = (kept: unknown): kept is LabWallet => typeof kept === 'object' && kept !== null && 'holder' in kept
