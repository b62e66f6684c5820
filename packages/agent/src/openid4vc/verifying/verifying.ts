import type { VerifyingEndpoints } from '../api/endpoints.ts'
import { PresentationRequests, type VerifyingDependencies } from './presentation-requests.ts'
import { requestEndpoint } from './request-endpoint.ts'
import { ResponseEndpoint } from './response-endpoint.ts'

/** Proofs by OpenID4VP 1.0: signed requests, encrypted answers, and the endpoints that wallets call, one file each. */
export function createVerifying(given: VerifyingDependencies) {
  const presentations = new PresentationRequests(given)
  const dependencies = { ...given, presentations }
  const responses = new ResponseEndpoint(dependencies)
  const endpoints: VerifyingEndpoints = {
    request: requestEndpoint(dependencies),
    answer: (id, answer) => responses.answer(id, answer),
    unreadable: (id) => presentations.unreadable(id),
    findReturned: (code) => responses.findReturned(code),
    countReturned: (code) => responses.countReturned(code),
  }
  return { presentations, endpoints }
}
