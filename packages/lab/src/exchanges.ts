import type { ApiAnswer, ApiBody, ApiRouteName, CredentialToIssue, Protocol, VerifierCheck } from '@lastmile/contracts'
import { hasCode } from '@lastmile/holder'
import { evenRevokedOf } from '@lastmile/holder/disclosure'
import { alteredLink } from './altered-link.ts'
import type { Presented } from './cheats/cheat.ts'
import type { Received } from './features.ts'
import type { Forgery, Json, LabWallet } from './lab-wallet.ts'
import type { PresentationRecord } from './linker.ts'
import { ages, type Definitions, type Question, questions } from './questions.ts'

/** Calls a route of the public API. @throws when it answers with an error */
export type Api = <Name extends ApiRouteName>(
  name: Name,
  input?: { id?: string; body?: ApiBody<Name> },
) => Promise<ApiAnswer<Name>>

export type Attributes = CredentialToIssue['attributes']

interface Dependencies {
  api: Api
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
  /** The checks that would have refused it in the place of the one that did. */
  next?: readonly VerifierCheck[] | undefined
}

/** A question, by a verifier whose name wallets show. */
export interface Asking {
  protocol: Protocol
  question: Question
  verifier: string
  distance?: Distance
}

export type Distance = ApiBody<'requestProofByDistantVerifier'>['distance']

/** A request that the wallet has. */
export interface ReceivedRequest {
  id: string
  requestId: string
  body: Verdict['asked']
  /** As the verifier put it; by DIDComm alone. */
  request: Json
}

type Offer = Omit<ApiBody<'offerCredential'>, 'protocol' | 'connection_id'>

export interface Issuing {
  protocol: Protocol
  card: keyof Definitions
  older?: boolean
  validSeconds?: number
}

export interface Issued {
  /** The card's, in its wallet. */
  heldId: string
  record: ApiAnswer<'getCredential'>
}

/** An honest answer that was not sent. */
export interface Prepared {
  presented: Presented
  present(): Promise<Received>
}

/** Milliseconds between two looks at a proof. */
const pause = 250

/** Cards issued to the lab's wallets, questions to them and their answers, each a call of the public API. */
export class Exchanges {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** @param older whether its holder is another, older person than the lab's */
  async issue(wallet: LabWallet, { protocol, card, older, validSeconds: valid_seconds }: Issuing): Promise<Issued> {
    const { holder, sees } = wallet
    const { definitions, person, otherCard } = this.#dependencies
    const attributes = card === 'person' ? person(older) : otherCard
    const held = new Set(holder.snapshot().credentials.map(({ id }) => id))
    const record = await this.#offers[protocol](wallet, {
      cred_def_id: definitions[card],
      valid_seconds,
      credential_proposal: { attributes },
    })
    const offered = await sees(({ offers }) => offers.find(({ state }) => state === 'offered'))
    await holder.accept(offered.id)
    const { id: heldId } = await sees(({ credentials }) => credentials.find(({ id }) => !held.has(id)))
    const { credential_exchange_id: id } = record
    return { heldId, record: await this.#dependencies.api('getCredential', { id }) }
  }

  async revoke({ connection_id, revocation_id, revoc_reg_id }: ApiAnswer<'getCredential'>): Promise<void> {
    await this.#dependencies.api('revoke', {
      body: { connection_id, cred_rev_id: revocation_id ?? '', rev_reg_id: revoc_reg_id ?? '', notify: false },
    })
  }

  async countAlike({ credential_exchange_id: id }: ApiAnswer<'getCredential'>): Promise<number> {
    return (await this.#dependencies.api('getAnonymitySet', { id })).cards
  }

  /** Has the engine answer, with the card where one is given, and sends nothing. */
  async prepare(wallet: LabWallet, { requestId }: ReceivedRequest, heldId?: string): Promise<Prepared> {
    let prepared: Prepared | undefined
    wallet.forgery = {
      anoncreds(task, honest) {
        prepared = { presented: { anoncreds: task }, present: async () => honest(task) }
        throw notSent()
      },
      async sdJwt(task, honest) {
        prepared = { presented: { sdJwt: task }, present: () => honest(...task) }
        throw notSent()
      },
    }
    await wallet.holder.answer(requestId, chosen(wallet, requestId, heldId)).catch(() => undefined)
    if (!prepared) throw new Error('The engine prepared nothing.')
    return prepared
  }

  /** Ends, in the wallet and at the verifier, what will not be answered: a wallet takes only so many open requests. */
  async withdraw({ holder }: LabWallet, { requestId }: ReceivedRequest): Promise<void> {
    await holder.decline(requestId).catch((error) => {
      if (!hasCode(error, 'not-open')) throw error
    })
  }

  /**
   * Sends what the forgery makes of an honest answer, and waits for the server's word.
   * @param evenRevoked whether a card is shown that its wallet knows to be revoked (record 103)
   */
  async send(
    wallet: LabWallet,
    { id, body, requestId }: ReceivedRequest,
    forgery: Forgery,
    evenRevoked = false,
  ): Promise<Verdict> {
    wallet.forgery = forgery
    const request = wallet.holder.snapshot().requests.find((each) => each.id === requestId)
    const shown = evenRevoked && request ? evenRevokedOf(request) : undefined
    const answer = () => wallet.holder.answer(requestId, shown)
    await answer().catch((error) => {
      // A card whose status can't be read is shown all the same: the verdict is the experiment.
      if (hasCode(error, 'unread')) return answer()
      // It was sent before, and the server's word on it was lost.
      if (!hasCode(error, 'not-open')) throw error
    })
    const { sent } = wallet
    if (!sent) throw new Error('Nothing was sent.')
    return { asked: body, sent, proof: await this.#verdict(id) }
  }

  async ask({ holder }: LabWallet, { protocol, question, verifier, distance }: Asking): Promise<ReceivedRequest> {
    const { api, definitions } = this.#dependencies
    const body: ApiBody<'requestProofOutOfBand'> = {
      protocol,
      my_label: verifier,
      proof_request: questions[question](definitions),
    }
    const { proof, proofUrl, shortUrl } = await (distance
      ? api('requestProofByDistantVerifier', { body: { ...body, distance } })
      : api('requestProofOutOfBand', { body }))
    let asked: Json = {}
    const altered = (request: Json) => {
      asked = request
      return forYounger(request)
    }
    // A request of OpenID4VP is signed, so it stays as it is.
    const links: Record<Protocol, () => string> = {
      openid4vc: () => shortUrl,
      didcomm: () => alteredLink(proofUrl, altered),
    }
    const received = await holder.receive(links[protocol]())
    if (!('requestId' in received)) throw new Error('The link asks for nothing.')
    return { body, request: asked, id: proof.presentation_exchange_id, requestId: received.requestId }
  }

  readonly #offers: Record<Protocol, (wallet: LabWallet, offer: Offer) => Promise<ApiAnswer<'offerCredential'>>> = {
    openid4vc: async ({ holder }, offer) => {
      const body = { ...offer, protocol: 'openid4vc' } as const
      const record = await this.#dependencies.api('offerCredential', { body })
      await holder.receive(record.invitation_url ?? '')
      return record
    },
    didcomm: async ({ holder, sees }, offer) => {
      const { api } = this.#dependencies
      const { connection_id, invitation_url } = await api('createInvite', { body: { my_label: 'Town Hall' } })
      const received = await holder.receive(invitation_url)
      const isMine = ({ id, state }: { id: string; state: string }) =>
        'connectionId' in received && id === received.connectionId && state === 'connected'
      await sees(({ connections }) => connections.some(isMine))
      return api('offerCredentialByDeepLink', { body: { ...offer, connection_id } })
    },
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
const notSent = () => new Error('Prepared, and not sent.')

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
