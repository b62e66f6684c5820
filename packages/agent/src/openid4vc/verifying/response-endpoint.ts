import { SdJwtError } from '@lastmile/formats/sd-jwt'
import { KeyedLimiter, QueueFull } from '../../core/limits/limiter.ts'
import type { Read } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import type { StatusEntry } from '../../port/exchanges.ts'
import { concerning, EndpointError } from '../api/endpoint-error.ts'
import type { PresentationAnswer } from '../api/endpoints.ts'
import { hashOf } from '../keys/secrets.ts'
import { decryptedResponse } from '../messages/openid4vc-content.ts'
import type { Handled } from '../messages/openid4vc-recorder.ts'
import { sdJwtParts } from '../messages/sd-jwt-parts.ts'
import { type Outcome, type PresentationRequest, wayOf } from '../store/presentation-request.ts'
import { Refused } from './openid4vp-checks.ts'
import { aboutOf, type EndpointDependencies } from './presentation-requests.ts'
import { type Presented, presentedIn, verifiedPresentation } from './presentation-verification.ts'
import { claimPaths, queryId } from './queries.ts'
import { returnAddress } from './requests.ts'

type Reply = { redirect_uri: string }

/** An outcome, and the request as it could be read. */
interface Judged {
  outcome: Outcome
  request?: object
}

/** Answers to one address that may wait for the one before: a wallet repeats its own. */
const mostWaiting = 10

/** Answers of wallets (OpenID4VP 1.0, 8), and the return of their holders (13.3). */
export function responseEndpoints({ presentations, ...dependencies }: EndpointDependencies) {
  const { publicUrl, encryption, requests, statusLists, recorder, openReads, keys, now } = dependencies
  const answers = new KeyedLimiter(1)

  function answer(id: string, given: PresentationAnswer): Promise<Reply> {
    const kind = given.error === undefined ? 'openid4vp/authorization-response' : 'openid4vp/error-response'
    return answers
      .run(id, () => recorder.handle(kind, given, () => handled(id, given)), mostWaiting)
      .catch((error) => {
        throw error instanceof QueueFull ? new AgentError('busy', 'Too many answers came at once.') : error
      })
  }

  async function handled(id: string, given: PresentationAnswer): Promise<Handled<Reply>> {
    const answerHash = hashOf(JSON.stringify([id, given]))
    // Equal answers get the equal code, and only this server's store key makes it.
    const code = encryption.mac('openid4vp return code', answerHash).toString('base64url')
    const known = await presentations.oneAt(id)
    if (!known) throw closed()
    const isHere = id === known.value.sameDeviceId
    const answer = { redirect_uri: returnAddress(publicUrl, isHere ? code : undefined) }
    if (known.value.answerHash === answerHash) {
      // Nothing is verified, counted or recorded again (record 113).
      await checkAgain(known, hashOf(code))
      return { answer }
    }
    if (!presentations.isOpen(known.value)) throw closed()
    const found = { ...known, value: { ...known.value, answerHash } }
    const names = found.value.queries.flatMap((query, index) => [queryId(index), ...claimPaths(query).flat()])
    const subject = { about: aboutOf(found.value), names }
    return concerning(subject, async () => {
      const { outcome, request } = await judged(found.value, given, id).catch(async (error) => {
        if (error instanceof EndpointError) await presentations.noteUnreadable(known, error.unreadable)
        throw error
      })
      const recorded = { ...subject, answer, ...(request && { request }) }
      if (isHere) {
        const answered = { ...outcome, returnHash: hashOf(code) }
        const isFirst = await requests.change(found, { ...found.value, answered })
        // The call that came first may have been the same answer.
        return isFirst ? { answer, recorded } : handled(id, given)
      }
      const ended = await presentations.end(found, outcome)
      return ended ? { answer, recorded, decisions: [ended] } : handled(id, given)
    })
  }

  /** The same answer once more: its wallet missed ours. @throws EndpointError when its time is over */
  async function checkAgain(found: Read<PresentationRequest>, returnHash: string): Promise<void> {
    const { state, answered, endsAt } = found.value
    if (state === 'expired' || (answered && endsAt <= now())) throw closed()
    // Its first code was of another release, or made with another store key.
    if (answered && answered.returnHash !== returnHash)
      await requests.change(found, { ...found.value, answered: { ...answered, returnHash } })
  }

  async function findReturned(code: string): Promise<{ proofId: string; isCounted: boolean } | undefined> {
    const found = await returned(code)
    return found && { proofId: found.value.id, isCounted: !found.value.answered }
  }

  function countReturned(code: string): Promise<void> {
    return recorder.handle('openid4vp/redirect', undefined, async () => {
      const found = await returned(code)
      if (!found?.value.answered) return { answer: undefined }
      const { returnHash: _, ...outcome } = found.value.answered
      const ended = await presentations.end(found, outcome)
      if (!ended) return { answer: undefined }
      return { answer: undefined, recorded: { about: aboutOf(found.value) }, decisions: [ended] }
    })
  }

  async function returned(code: string): Promise<Read<PresentationRequest> | undefined> {
    const [found] = await requests.findBy('returnHash', hashOf(code))
    if (!found || found.value.state === 'expired') return undefined
    return found.value.answered && found.value.endsAt <= now() ? undefined : found
  }

  async function judged(request: PresentationRequest, given: PresentationAnswer, id: string): Promise<Judged> {
    if (given.error !== undefined) return { outcome: refusedBy(given.error) }
    const presented = await presentedIn(request, wayOf(request, id), given)
    if ('error' in presented) return { outcome: refusedBy(presented.error) }
    const reads = request.distant && openReads?.(request.distant)
    const isRevoked = (entry: StatusEntry) => statusLists.isRevoked(entry, reads)
    const verifier = { keys, now, statusLists: { isRevoked } }
    const outcome = await verifiedPresentation(request, presented, id, verifier).then(
      (presentation) => ({ presentation }),
      refusedFor,
    )
    const readable = { ...given, [decryptedResponse]: shownOf(presented) }
    return { outcome: reads ? { ...outcome, distant: reads.kept } : outcome, request: readable }
  }

  return { answer, findReturned, countReturned }
}

/** The outcome where a check failed; any other failure says nothing of the answer. */
function refusedFor(error: unknown): Outcome {
  const refused = error instanceof SdJwtError ? new Refused(error.fault) : error
  if (refused instanceof Refused) return { refusal: refused.refusal, fault: refused.fault }
  throw error
}

/** Errors come with encryption or without (OpenID4VP 1.0, 8.3 and 8.5). */
const refusedBy = (error: string): Outcome => ({ refusal: error === 'access_denied' ? 'declined' : 'unavailable' })

/** As it is recorded. */
const shownOf = ({ vp_token: token, ...rest }: Presented) => ({
  ...rest,
  vp_token: Object.fromEntries(Object.entries(token).map(([query, shown]) => [query, shown.map(sdJwtParts)])),
})

const closed = () => new EndpointError('invalid_request', 'The request is unknown, answered or over.')
