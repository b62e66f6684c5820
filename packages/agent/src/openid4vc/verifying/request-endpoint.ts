import type { RequestUriPost } from '../api/endpoints.ts'
import type { SiteKeys } from '../keys/site-keys.ts'
import type { MessageRecorder } from '../messages/openid4vc-recorder.ts'
import { wayOf } from '../store/presentation-request.ts'
import { aboutOf, type PresentationRequests } from './presentation-requests.ts'
import { requestClaims, signedRequest } from './requests.ts'

interface Dependencies {
  publicUrl: string
  presentations: PresentationRequests
  recorder: MessageRecorder
  keys(): SiteKeys
  now(): number
}

/** The signed request, which a wallet fetches (OpenID4VP 1.0, 5.10). */
export class RequestEndpoint {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  request(id: string, posted?: RequestUriPost): Promise<string | undefined> {
    const { publicUrl, presentations, keys, now, recorder } = this.#dependencies
    const kind = posted ? 'openid4vp/request-uri-post' : 'openid4vp/request-uri'
    return recorder.handle(kind, posted, async () => {
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
  }
}
