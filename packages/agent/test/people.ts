import type { CredentialState, ProofState } from '@lastmile/contracts'
import {
  createWallet,
  type Offer,
  type ProofRequest as ReceivedRequest,
  type Wallet,
  type WalletOptions,
} from '@lastmile/e2e/wallet'
import type { CredentialSnapshot, ProofSnapshot, Question, StatusEntry } from '../src/port/index.ts'
import type { RunningAgent } from './running-agent.ts'

type CardKey = 'Card' | 'Revocable card'

/** The credential of the tests: a card that can or cannot be revoked. */
export async function registerCard(running: RunningAgent, revocable: boolean) {
  return running.agent.registerCredentialDefinition({
    key: revocable ? 'Revocable card' : 'Card',
    name: 'Card',
    version: '1.0',
    attributeNames: ['name', 'expiry_date'],
    revocable,
  })
}

export const cardAttributes = [
  { name: 'name', value: 'Amina Bello' },
  { name: 'expiry_date', value: '20320101' },
]

/** Shows the name, and proves that the card is valid long enough. */
export function cardQuestion(definitionKey: CardKey, { until = 20300101, unrevoked = false } = {}): Question {
  const asked = { of: [{ definitionKey }], unrevoked }
  return {
    title: 'Check',
    version: '1.0.0',
    show: { holder: { attributes: ['name'], ...asked } },
    prove: { valid: { attribute: 'expiry_date', comparison: '>=', bound: until, ...asked } },
  }
}

/** Shows the day that the card ends on, and has a condition on it. */
export function shownConditionQuestion(until: number): Question {
  const holder = { attributes: ['name', 'expiry_date'], of: [{ definitionKey: 'Card' }], unrevoked: false }
  return { ...cardQuestion('Card', { until }), show: { holder } }
}

async function connect(running: RunningAgent, wallet: Wallet): Promise<string> {
  const { connectionId, invitationUrl } = await running.agent.createInvitation({
    label: 'Test issuer',
    purpose: 'issue',
  })
  await wallet.receive(invitationUrl)
  await running.event(
    (event) =>
      event.type === 'connection' &&
      event.connection.connectionId === connectionId &&
      event.connection.state === 'active',
  )
  return connectionId
}

/** A new wallet, connected. */
export async function connectedWallet(running: RunningAgent, options?: WalletOptions) {
  const wallet = await createWallet(options)
  return { wallet, connectionId: await connect(running, wallet) }
}

export async function credentialIn(
  running: RunningAgent,
  credentialId: string,
  state: CredentialState,
): Promise<CredentialSnapshot> {
  const event = await running.event(
    (candidate) =>
      candidate.type === 'credential' &&
      candidate.credential.credentialId === credentialId &&
      candidate.credential.state === state,
  )
  if (event.type !== 'credential') throw new Error('not reached')
  return event.credential
}

export async function proofIn(running: RunningAgent, proofId: string, state: ProofState): Promise<ProofSnapshot> {
  const event = await running.event(
    (candidate) => candidate.type === 'proof' && candidate.proof.proofId === proofId && candidate.proof.state === state,
  )
  if (event.type !== 'proof') throw new Error('not reached')
  return event.proof
}

/** Offers a card and waits until the wallet has confirmed it. */
export async function issueCard(running: RunningAgent, connectionId: string, revocable: boolean) {
  const definitionKey = revocable ? 'Revocable card' : 'Card'
  const { credentialId } = await running.agent.offer({ definitionKey, attributes: cardAttributes }, { connectionId })
  return credentialIn(running, credentialId, 'credential_issued')
}

/** The next offer to arrive; nothing is decided about it. Call before offering. */
export function undecidedOffer(wallet: Wallet): Promise<Offer> {
  return new Promise((resolve) => {
    wallet.policies.offers = (offer) => {
      resolve(offer)
      return 'silent'
    }
  })
}

/** The next proof request to arrive; nothing is decided about it. Call before asking. */
export function undecidedRequest(wallet: Wallet): Promise<ReceivedRequest> {
  return new Promise((resolve) => {
    wallet.policies.proofRequests = (request) => {
      resolve(request)
      return 'silent'
    }
  })
}

/** Where a revocable credential's status stands. */
export function entryOf({ status }: Pick<CredentialSnapshot, 'status'>): StatusEntry {
  if (!status) throw new Error('The credential cannot be revoked')
  return status
}
