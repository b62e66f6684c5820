import { setTimeout as pause } from 'node:timers/promises'
import { type ApiAnswer, type ApiBody, type ApiRouteName, apiRoutes, type Protocol } from '@lastmile/contracts'
import { HolderError } from '@lastmile/holder'
import { attributes, checkOf } from '../cluster/whole-visit.ts'
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
    else
      for (const device of ['another', 'the same'] as const)
        await this.#proved(`the request on ${device} device`, () => this.#askedByLink(device))
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

  async #send(url: string, init: RequestInit): Promise<{ ok: boolean; status: number; text: string }> {
    for (let tries = 0; ; tries++) {
      try {
        const headers = { ...init.headers, cookie: this.#cookie }
        const response = await fetch(url, { ...init, headers, redirect: 'manual' })
        const text = await response.text()
        this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie
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
