import type { VerifyingEndpoints } from '../api/endpoints.ts'
import { PresentationRequests } from './presentation-requests.ts'
import { RequestEndpoint } from './request-endpoint.ts'
import { ResponseEndpoint } from './response-endpoint.ts'

type Dependencies = ConstructorParameters<typeof PresentationRequests>[0] &
  Omit<ConstructorParameters<typeof ResponseEndpoint>[0], 'presentations'>

/** Proofs by OpenID4VP 1.0: signed requests, encrypted answers, and the endpoints that wallets call, one file each. */
export function createVerifying(given: Dependencies) {
  const presentations = new PresentationRequests(given)
  const requests = new RequestEndpoint({ ...given, presentations })
  const responses = new ResponseEndpoint({ ...given, presentations })
  const endpoints: VerifyingEndpoints = {
    request: (id, posted) => requests.request(id, posted),
    answer: (id, answer) => responses.answer(id, answer),
    unreadable: (id) => presentations.unreadable(id),
    findReturned: (code) => responses.findReturned(code),
    countReturned: (code) => responses.countReturned(code),
  }
  return { presentations, endpoints }
}
