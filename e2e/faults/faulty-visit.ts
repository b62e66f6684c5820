import { setTimeout as pause } from 'node:timers/promises'
import { type ApiAnswer, type ApiBody, type ApiRouteName, apiRoutes, type Protocol } from '@lastmile/contracts'
import { HolderError } from '@lastmile/holder'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import { attributes, checkOf } from '../cluster/whole-visit.ts'
import { holderKeys, SdJwtWallet } from '../sd-jwt-wallet.ts'
import type { ProductServer } from '../server.ts'

/** A wallet that says yes to all that it is asked. */
interface Wallet {
  receive(link: string): Promise<unknown>
}

export interface Outcome {
  /** Whether the server was killed on the way. */
  died: boolean
  failed?: string
  /** How the visitor went on by hand: a step was begun again (DIDComm), or a link was handed over again (OpenID4VC). */
  byHand?: string
}

/**
 * How long a step may take, restart included, in milliseconds. A wallet of OpenID4VC pauses for a minute after four
 * failures.
 */
const longestStep = { didcomm: 60_000, openid4vc: 120_000 } satisfies Record<Protocol, number>
/**
 * After so long in its first state, a step's message counts as lost. The server tries again what it has after 5
 * seconds.
 */
const lostAfter = 15_000

/** One visitor after the other with the same wallet, on a server that dies on the way and is started again at once. */
export class FaultyVisit {
  readonly #server: ProductServer
  readonly #wallet: Wallet
  readonly #protocol: Protocol
  #cookie = ''
  #definition = ''
  #died = false
  #restarting: Promise<void> | undefined
  #byHand: string | undefined

  constructor(server: ProductServer, wallet: Wallet, protocol: Protocol) {
    this.#server = server
    this.#wallet = wallet
    this.#protocol = protocol
  }

  /** Waits for the keys of the credential, which take a minute or two with AnonCreds. */
  async prepare(): Promise<void> {
    const credential = { name: 'Staff Card', attributes }
    const body = this.#protocol === 'openid4vc' ? { credential, protocol: this.#protocol } : { credential }
    for (;;) {
      const made = await this.#call('getOrCreateCredDef', { body })
      this.#definition = made.data
      if (made.state === 'ready') return
      await pause(500)
    }
  }

  /**
   * Connects, if the protocol knows that, takes a credential and proves it; by OpenID4VC with a wallet on another
   * device, and with one on the same. Rejects when a step does not end.
   */
  async go(): Promise<Outcome> {
    this.#died = false
    this.#byHand = undefined
    const connectionId = this.#protocol === 'didcomm' ? await this.#connected() : undefined
    await this.#issued(connectionId)
    if (connectionId !== undefined) await this.#proved('the request for a proof', () => this.#asked(connectionId))
    else {
      for (const device of ['another', 'the same'] as const)
        await this.#proved(`the request on ${device} device`, () => this.#askedByLink(device))
      await this.#refilled()
    }
    await this.#restarting
    return { died: this.#died, byHand: this.#byHand }
  }

  /** The page that a wallet on the same device leads back to, in the visitor's browser. */
  opens(url: string): void {
    this.#send(url, {}).catch(() => undefined)
  }

  async #connected(): Promise<string> {
    return this.#step('the invitation', 'invited', ['active'], async () => {
      const { connection_id, invi_msg_id, invitation_url } = await this.#call('createInvite', {
        body: { my_label: 'Office' },
      })
      this.#gives(invitation_url)
      return {
        result: connection_id,
        state: async () => (await this.#call('getConnectionByInvitation', { id: invi_msg_id })).state,
      }
    })
  }

  async #issued(connectionId: string | undefined): Promise<string> {
    return this.#step('the offer', 'offer_sent', ['credential_issued'], async () => {
      const to = connectionId === undefined ? { protocol: 'openid4vc' as const } : { connection_id: connectionId }
      const body = { ...to, cred_def_id: this.#definition, credential_proposal: { attributes } }
      const { credential_exchange_id: id, invitation_url } = await this.#call('offerCredential', { body })
      if (invitation_url !== undefined) this.#gives(invitation_url)
      return {
        result: id,
        state: async () => (await this.#call('getCredential', { id })).state,
        drop: () => this.#call('deleteCredential', { id }),
      }
    })
  }

  async #proved(what: string, ask: () => Promise<{ presentation_exchange_id: string }>): Promise<string> {
    return this.#step(what, 'request_sent', ['verified', 'done'], async () => {
      const { presentation_exchange_id: id } = await ask()
      return {
        result: id,
        state: async () => (await this.#call('getProof', { id })).state,
        drop: () => this.#call('deleteProof', { id }),
      }
    })
  }

  #asked(connection_id: string) {
    return this.#call('requestProof', { body: { connection_id, proof_request: checkOf(this.#definition) } })
  }

  async #askedByLink(device: 'another' | 'the same') {
    const body = { protocol: 'openid4vc' as const, my_label: 'Office', proof_request: checkOf(this.#definition) }
    const { proof, shortUrl, proofUrl } = await this.#call('requestProofOutOfBand', { body })
    this.#gives(device === 'another' ? shortUrl : proofUrl)
    return proof
  }

  /** A batch and a further one by encrypted calls, each made again with what it was made with until it is answered. */
  async #refilled(): Promise<void> {
    const body = {
      ...{ protocol: 'openid4vc' as const, cred_def_id: this.#definition },
      credential_proposal: { attributes: attributes.map((each) => ({ ...each })) },
      valid_seconds: 86_400,
    }
    const { invitation_url = '', credential_exchange_id: id } = await this.#call('offerCredential', { body })
    const wallet = new SdJwtWallet(invitation_url)
    const [key] = await holderKeys()
    if (!key) throw new Error('No key')
    const answered = async (ask: () => Promise<Response>) => {
      const { ok, status, text } = await this.#answered(ask)
      if (!ok) throw new Error(`A call for further copies answered ${status}: ${text}`)
      return JSON.parse(text || 'null')
    }
    const metadata = await answered(() => fetch(`${wallet.issuer}/.well-known/openid-credential-issuer`))
    const [theirs] = (metadata as { credential_request_encryption: { jwks: { keys: JWK[] } } })
      .credential_request_encryption.jwks.keys
    const placesIn = new Set<number>()
    const take = async (token: string) => {
      const keys = await holderKeys(5)
      const { credentials } = await answered(async () => {
        const request = {
          credential_configuration_id: wallet.offer.credential_configuration_ids[0],
          proofs: { jwt: await wallet.proofs(await wallet.nonce(), keys) },
        }
        const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(request)))
          .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: theirs?.kid })
          .encrypt(await importJWK(theirs ?? {}, 'ECDH-ES'))
        const headers = {
          'content-type': 'application/jwt',
          ...(await wallet.bound(key, '/openid4vc/credential', token)),
        }
        return fetch(`${wallet.origin}/openid4vc/credential`, { method: 'POST', body: jwe, headers })
      })
      for (const { credential } of credentials as { credential: string }[]) {
        const { status } = decodeJwt(credential.split('~')[0] ?? '') as { status: { status_list: { idx: number } } }
        placesIn.add(status.status_list.idx)
      }
    }
    const bound = () => wallet.bound(key, '/openid4vc/token')
    const first = await answered(async () => wallet.token(wallet.code, await bound()))
    await take(first.access_token)
    const further = await answered(async () => wallet.refresh(first.refresh_token, await bound()))
    await take(further.access_token)
    if (placesIn.size !== 10) throw new Error(`Ten copies have ${placesIn.size} places`)
    const { state } = await this.#call('getCredential', { id })
    if (state !== 'credential_issued') throw new Error(`A credential with further copies stays ${state}`)
  }

  /**
   * The wallet's message may be lost with the server, or be taken and its answer lost. A wallet of OpenID4VC says when
   * it cannot read a link, and its person hands it over again once the server is back.
   */
  #gives(link: string): void {
    this.#wallet.receive(link).catch(async (error) => {
      if (!(error instanceof HolderError && error.code === 'unreachable')) return
      await pause(1_000)
      await this.#revive()
      this.#byHand = 'a link was handed over again'
      this.#gives(link)
    })
  }

  async #step(
    what: string,
    first: string,
    last: string[],
    begin: () => Promise<{ result: string; state: () => Promise<string>; drop?: () => Promise<unknown> }>,
  ): Promise<string> {
    const giveUpAt = Date.now() + longestStep[this.#protocol]
    for (let begun = Date.now(), step = await begin(); ; ) {
      const state = await step.state()
      if (last.includes(state)) return step.result
      if (Date.now() > giveUpAt) throw new Error(`${what} stays ${state}`)
      const isLost = state === first && this.#died && Date.now() - begun > lostAfter
      if (isLost && this.#protocol === 'didcomm' && !this.#byHand) {
        this.#byHand = `${what} was begun again`
        await step.drop?.()
        begun = Date.now()
        step = await begin()
      }
      await pause(50)
    }
  }

  /** As a page does: what a dying server did not answer is asked again once it is back. */
  async #call<Name extends ApiRouteName>(
    name: Name,
    { id = '', body }: { id?: string; body?: ApiBody<Name> } = {},
  ): Promise<ApiAnswer<Name>> {
    const { method, path } = apiRoutes[name]
    const { ok, status, text } = await this.#send(this.#server.origin + path.replace(':id', encodeURIComponent(id)), {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (ok) return JSON.parse(text || 'null')
    if (method === 'DELETE' && status === 404) return null as never
    throw new Error(`${name} answered ${status}: ${text}`)
  }

  #send(url: string, init: RequestInit) {
    return this.#answered(async () => {
      const headers = { ...init.headers, cookie: this.#cookie }
      const response = await fetch(url, { ...init, headers, redirect: 'manual' })
      this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie
      return response
    })
  }

  /** Asked again where a dying server did not answer, or asks to come later. */
  async #answered(ask: () => Promise<Response>): Promise<{ ok: boolean; status: number; text: string }> {
    for (let tries = 0; ; tries++) {
      try {
        const response = await ask()
        const text = await response.text()
        if (response.status !== 503) return { ok: response.ok, status: response.status, text }
      } catch (error) {
        if (!(error instanceof TypeError) || tries > 50) throw error
        await this.#revive()
      }
      await pause(100)
    }
  }

  async #revive(): Promise<void> {
    if (!isAlive(this.#server.pid)) {
      this.#died = true
      this.#restarting ??= this.#server.restart().finally(() => {
        this.#restarting = undefined
      })
    }
    await this.#restarting
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
