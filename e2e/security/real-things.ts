import { setTimeout as pause } from 'node:timers/promises'
import { apiRoutes } from '@lastmile/contracts'
import { preparedDefinition } from '../cluster/whole-visit.ts'
import { createVisitor } from '../interop/product-server.ts'
import { holderKeys, SdJwtWallet } from '../sd-jwt-wallet.ts'
import type { WillingWallet } from '../willing-wallet.ts'

/** The values that the hooks of `real_things.py` put in the place of made-up ones. */
export interface RealThings {
  /** Of three visitors, one of whom has something. */
  cookies: string[]
  /** By the name of the answer's field that holds it. */
  ids: Record<string, string[]>
  /** A good body by the path that takes it. */
  bodies: Record<string, object>
  /** An access token of OpenID4VCI. */
  token: string
}

const attributes = [
  { name: 'name', value: 'Bola' },
  { name: 'expiry_date', value: '20300101' },
]

/** A visitor with a connected wallet, a credential in it and a proof, and two without anything. */
export async function realThings(origin: string, wallet: WillingWallet): Promise<RealThings> {
  const cred_def_id = await preparedDefinition(origin)
  const visitors = [createVisitor(origin), createVisitor(origin), createVisitor(origin)] as const
  for (const each of visitors) await each.call('getWallets')
  const [owner] = visitors

  const { connection_id, invi_msg_id, invitation_url } = await owner.call('createInvite', {
    body: { my_label: 'Office' },
  })
  await wallet.receive(invitation_url)
  await until('active', () => owner.call('getConnectionByInvitation', { id: invi_msg_id }))
  const offer = { connection_id, cred_def_id, credential_proposal: { attributes } }
  const { credential_exchange_id } = await owner.call('offerCredential', { body: offer })
  const issued = await until('credential_issued', () => owner.call('getCredential', { id: credential_exchange_id }))
  const proof_request = {
    name: 'Check',
    requested_attributes: { card: { names: ['name'], restrictions: [{ cred_def_id }] } },
  }
  const question = { connection_id, proof_request }
  const { presentation_exchange_id } = await owner.call('requestProof', { body: question })
  await until('verified', () => owner.call('getProof', { id: presentation_exchange_id }))

  const { data: definition } = await owner.call('getOrCreateCredDef', {
    body: { credential: { name: 'Staff Card', attributes }, protocol: 'openid4vc' },
  })
  const openid = { protocol: 'openid4vc', cred_def_id: definition, credential_proposal: { attributes } } as const
  const taken = await owner.call('offerCredential', { body: openid })
  const holder = new SdJwtWallet(taken.invitation_url ?? '')
  const token = await holder.accessToken()
  const open = await owner.call('offerCredential', {
    body: { ...openid, credential_proposal: { attributes: [{ name: 'name', value: 'Ade' }, ...attributes.slice(1)] } },
  })
  const { proof } = await owner.call('requestProofOutOfBand', {
    body: {
      protocol: 'openid4vc',
      proof_request: {
        ...proof_request,
        requested_attributes: { name: { name: 'name', restrictions: [{ cred_def_id: definition }] } },
      },
    },
  })

  return {
    token,
    cookies: visitors.map(({ cookie }) => cookie),
    ids: {
      connection_id: [connection_id],
      invi_msg_id: [invi_msg_id],
      credential_exchange_id: [credential_exchange_id],
      presentation_exchange_id: [presentation_exchange_id],
      openid_offer: [open.credential_exchange_id],
      openid_request: [proof.presentation_exchange_id],
      definition: [holder.issuer.slice(holder.issuer.lastIndexOf('/') + 1)],
      status_list: ['1'],
      character: ['clerk', 'night-guard', 'Night Guard'],
    },
    bodies: {
      [apiRoutes.createInvite.path]: { my_label: 'Office' },
      [apiRoutes.getOrCreateCredDef.path]: { credential: { name: 'Staff Card', attributes } },
      [apiRoutes.offerCredential.path]: offer,
      [apiRoutes.offerCredentialByDeepLink.path]: offer,
      [apiRoutes.requestProof.path]: question,
      [apiRoutes.requestProofByDeepLink.path]: question,
      [apiRoutes.requestProofOutOfBand.path]: { proof_request },
      '/openid4vc/token': {
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': new SdJwtWallet(open.invitation_url ?? '').code,
      },
      '/openid4vc/credential': {
        credential_configuration_id: definition,
        proofs: { jwt: await holder.proofs(await holder.nonce(), await holderKeys()) },
      },
      '/openid4vc/notification': { notification_id: 'x', event: 'credential_accepted' },
      [apiRoutes.revoke.path]: {
        connection_id,
        rev_reg_id: issued.revoc_reg_id,
        cred_rev_id: issued.revocation_id,
        thread_id: issued.thread_id,
      },
    },
  }
}

/** Asks again until it is in the state. */
export async function until<Answer extends { state: string }>(
  state: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await ask()
    if (answer.state === state) return answer
    await pause(100)
  }
  throw new Error(`It never became ${state}.`)
}
