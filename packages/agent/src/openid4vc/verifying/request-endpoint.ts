import type { RequestUriPost } from '../api/endpoints.ts'
import { wayOf } from '../store/presentation-request.ts'
import { aboutOf, type EndpointDependencies } from './presentation-requests.ts'
import { requestClaims, signedRequest } from './requests.ts'

/** The signed request, which a wallet fetches (OpenID4VP 1.0, 5.10). @param posted of a wallet that asked by POST */
export const requestEndpoint =
  ({ publicUrl, presentations, keys, now, recorder }: EndpointDependencies) =>
  (id: string, posted?: RequestUriPost): Promise<string | undefined> =>
    recorder.handle(posted ? 'openid4vp/request-uri-post' : 'openid4vp/request-uri', posted, async () => {
      const found = await presentations.openOne(id)
      if (!found) return { answer: undefined }
      const signer = keys().requests
      const way = wayOf(found.value, id)
      const claims = requestClaims(found.value, publicUrl, signer, now(), way, posted?.wallet_nonce)
      return {
        answer: await signedRequest(claims, signer),
        recorded: { about: aboutOf(found.value), answer: claims },
      }
    })
