import { analyticsRoute } from './analytics.ts'

/**
 * The route table of the public API (docs/product.md, section 7). Payloads and answers stand in `api.ts` under the same
 * keys. Like what it imports it brings no validation library, for pages.
 */
export const apiRoutes = {
  createInvite: { method: 'POST', path: '/demo/connections/createInvite' },
  getConnectionByInvitation: { method: 'GET', path: '/demo/connections/invitationId/:id' },
  getConnectionMessages: { method: 'GET', path: '/demo/connections/:id/messages' },
  getOrCreateCredDef: { method: 'POST', path: '/demo/credentials/getOrCreateCredDef' },
  offerCredential: { method: 'POST', path: '/demo/credentials/offerCredential' },
  offerCredentialByDeepLink: { method: 'POST', path: '/demo/deeplink/offerCredential' },
  getCredential: { method: 'GET', path: '/demo/credentials/:id' },
  getCredentialMessages: { method: 'GET', path: '/demo/credentials/:id/messages' },
  getAnonymitySet: { method: 'GET', path: '/demo/credentials/:id/anonymity-set' },
  deleteCredential: { method: 'DELETE', path: '/demo/credentials/:id' },
  revoke: { method: 'POST', path: '/demo/revoke' },
  getLastReset: { method: 'GET', path: '/server/last-reset' },
  requestProof: { method: 'POST', path: '/demo/proofs/requestProof' },
  requestProofByDeepLink: { method: 'POST', path: '/demo/deeplink/requestProof' },
  requestProofOutOfBand: { method: 'POST', path: '/demo/proofs/requestProofOOB' },
  requestProofByDistantVerifier: { method: 'POST', path: '/demo/lab/requestProof' },
  getProof: { method: 'GET', path: '/demo/proofs/:id' },
  getProofMessages: { method: 'GET', path: '/demo/proofs/:id/messages' },
  deleteProof: { method: 'DELETE', path: '/demo/proofs/:id' },
  sendEmail: { method: 'POST', path: '/demo/contact/send-email' },
  trackAnalytics: analyticsRoute,
  getCharacters: { method: 'GET', path: '/demo/characters' },
  getCharacter: { method: 'GET', path: '/demo/characters/:id' },
  getWallets: { method: 'GET', path: '/demo/wallets' },
} as const

export type ApiRouteName = keyof typeof apiRoutes
