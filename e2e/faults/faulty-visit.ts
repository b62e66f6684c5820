import { setTimeout as pause } from 'node:timers/promises'
import { type ApiAnswer, type ApiBody, type ApiRouteName, apiRoutes } from '@lastmile/contracts'
import type { ProductServer } from '../server.ts'
import type { Wallet } from '../wallet/wallet.ts'

export interface Outcome {
  /** Whether the server was killed on the way. */
  died: boolean
  failed?: string
  /** Steps that the visitor began again, because the wallet's one message was lost. */
  begunAgain?: string
}

/** How long a step may take, restart included, in milliseconds. */
const longestStep = 60_000
/**
 * After so long in its first state, a step's message counts as lost. The server tries again what it has after 5
 * seconds.
 */
const lostAfter = 15_000

const attributes = [
  { name: 'name', value: 'Bola' },
  { name: 'expiry_date', value: '20300101' },
]

/** One visitor after the other with the same wallet, on a server that dies on the way and is started again at once. */
export class FaultyVisit {
  readonly #server: ProductServer
  readonly #wallet: Wallet
  #cookie = ''
  #definition = ''
  #died = false
  #restarting: Promise<void> | undefined
  #begunAgain: string | undefined

  constructor(server: ProductServer, wallet: Wallet) {
    this.#server = server
    this.#wallet = wallet
  }

  /** Waits for the keys of the credential, which take a minute or two. */
  async prepare(): Promise<void> {
    for (;;) {
      const made = await this.#call('getOrCreateCredDef', { body: { credential: { name: 'Staff Card', attributes } } })
      this.#definition = made.data
      if (made.state === 'ready') return
      await pause(500)
    }
  }

  /** Connects, takes a credential and proves it. Rejects when a step does not end. */
  async go(): Promise<Outcome> {
    this.#died = false
    this.#begunAgain = undefined
    const connectionId = await this.#connected()
    await this.#issued(connectionId)
    await this.#proved(connectionId)
    await this.#restarting
    return { died: this.#died, begunAgain: this.#begunAgain }
  }

  async #connected(): Promise<string> {
    return this.#step('the invitation', 'invited', ['active'], async () => {
      const { connection_id, invi_msg_id, invitation_url } = await this.#call('createInvite', {
        body: { my_label: 'Office' },
      })
      // The wallet's message may be lost with the server, or be taken and its answer lost.
      this.#wallet.receive(invitation_url).catch(() => undefined)
      return {
        result: connection_id,
        state: async () => (await this.#call('getConnectionByInvitation', { id: invi_msg_id })).state,
      }
    })
  }

  async #issued(connectionId: string): Promise<string> {
    return this.#step('the offer', 'offer_sent', ['credential_issued'], async () => {
      const body = {
        connection_id: connectionId,
        cred_def_id: this.#definition,
        credential_proposal: { attributes },
      }
      const { credential_exchange_id: id } = await this.#call('offerCredential', { body })
      return {
        result: id,
        state: async () => (await this.#call('getCredential', { id })).state,
        drop: () => this.#call('deleteCredential', { id }),
      }
    })
  }

  async #proved(connectionId: string): Promise<string> {
    const restrictions = [{ cred_def_id: this.#definition }]
    return this.#step('the request for a proof', 'request_sent', ['verified', 'done'], async () => {
      const body: ApiBody<'requestProof'> = {
        connection_id: connectionId,
        proof_request: {
          name: 'Check',
          requested_attributes: { card: { names: ['name'], restrictions } },
          requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 20260101, restrictions } },
        },
      }
      const { presentation_exchange_id: id } = await this.#call('requestProof', { body })
      return {
        result: id,
        state: async () => (await this.#call('getProof', { id })).state,
        drop: () => this.#call('deleteProof', { id }),
      }
    })
  }

  async #step(
    what: string,
    first: string,
    last: string[],
    begin: () => Promise<{ result: string; state: () => Promise<string>; drop?: () => Promise<unknown> }>,
  ): Promise<string> {
    const giveUpAt = Date.now() + longestStep
    for (let begun = Date.now(), step = await begin(); ; ) {
      const state = await step.state()
      if (last.includes(state)) return step.result
      if (Date.now() > giveUpAt) throw new Error(`${what} stays ${state}`)
      if (state === first && this.#died && Date.now() - begun > lostAfter && !this.#begunAgain) {
        this.#begunAgain = what
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
    for (let tries = 0; ; tries++) {
      try {
        const response = await fetch(this.#server.origin + path.replace(':id', encodeURIComponent(id)), {
          method,
          headers: { cookie: this.#cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        const text = await response.text()
        this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie
        if (response.ok) return JSON.parse(text || 'null')
        if (method === 'DELETE' && response.status === 404) return null as never
        if (response.status !== 503) throw new Error(`${name} answered ${response.status}: ${text}`)
      } catch (error) {
        if (!(error instanceof TypeError) || tries > 50) throw error
        await this.#revive()
      }
      await pause(100)
    }
  }

  async #revive(): Promise<void> {
    if (isAlive(this.#server.pid)) return
    this.#died = true
    this.#restarting ??= this.#server.restart().finally(() => {
      this.#restarting = undefined
    })
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
