import { type ApiAnswer, type ApiBody, confirmedPersonSlug } from '@lastmile/contracts'
import { expect } from 'vitest'
import { createVisitor, type Visitor } from './interop/product-server.ts'
import { patientFetch } from './wallet/patient-fetch.ts'
import type { WebWallet } from './web-wallet.ts'

type Issued = ApiAnswer<'getCredential'>

/** Issues and verifies ConfirmedPerson by the public API, without the screens of the demo. */
export class Desk {
  /** Of ConfirmedPerson. */
  readonly definitionId: string
  readonly #api: Visitor
  readonly #attributes: readonly { name: string; value: string }[]
  #connectionId = ''

  private constructor(api: Visitor, definitionId: string, attributes: readonly { name: string; value: string }[]) {
    this.#api = api
    this.definitionId = definitionId
    this.#attributes = attributes
  }

  static async open(origin: string): Promise<Desk> {
    const api = createVisitor(origin, { asks: patientFetch })
    const { onboarding } = await api.call('getCharacter', { id: confirmedPersonSlug })
    const [credential] = onboarding.flatMap(({ credentials = [] }) => credentials)
    if (!credential) throw new Error('Content has no credential of a confirmed person')
    const { data } = await api.call('getOrCreateCredDef', { body: { credential } })
    return new Desk(api, data, credential.attributes)
  }

  /** Invites the wallet, and waits until it has connected. */
  async connects(wallet: WebWallet, label = 'Registry') {
    const { short_url, connection_id } = await this.#api.call('createInvite', { body: { my_label: label } })
    this.#connectionId = connection_id
    await wallet.takes(short_url)
    await wallet.sees(`Connected with “${label}”.`)
  }

  /** Offers a credential. @param values in the place of content's */
  async offers(values: Record<string, string> = {}): Promise<Issued> {
    const attributes = this.#attributes.map(({ name, value }) => ({ name, value: values[name] ?? value }))
    return this.#api.call('offerCredential', {
      body: {
        connection_id: this.#connectionId,
        cred_def_id: this.definitionId,
        credential_proposal: { attributes },
      },
    })
  }

  async revokes({ credential_exchange_id: id }: Issued) {
    const { connection_id, revocation_id, revoc_reg_id } = await this.#api.call('getCredential', { id })
    await this.#api.call('revoke', {
      body: { connection_id, cred_rev_id: revocation_id ?? '', rev_reg_id: revoc_reg_id ?? '' },
    })
  }

  /** Asks for a proof. @returns waits until the exchange has come to this state */
  async asks(proof_request: ApiBody<'requestProof'>['proof_request']) {
    const { presentation_exchange_id: id } = await this.#api.call('requestProof', {
      body: { connection_id: this.#connectionId, proof_request },
    })
    return {
      comesTo: (state: ApiAnswer<'getProof'>['state']) =>
        expect.poll(async () => (await this.#api.call('getProof', { id })).state, { timeout: 20_000 }).toBe(state),
    }
  }

  /** Waits until the wallet has confirmed that it has the credential. */
  async issued({ credential_exchange_id: id }: Issued) {
    const state = async () => (await this.#api.call('getCredential', { id })).state
    await expect.poll(state, { timeout: 20_000 }).toBe('credential_issued')
  }
}
