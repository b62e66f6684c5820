import { concerning, EndpointError } from '../api/endpoint-error.ts'
import { type Authorization, endpointPaths, type NotificationRequest } from '../api/endpoints.ts'
import { equalSecrets } from '../keys/secrets.ts'
import type { Issuance } from '../store/issuance.ts'
import { type EndpointDependencies, requiredToken, shownOf, subjectOf } from './access-tokens.ts'
import { aboutOf } from './issuances.ts'

/** A wallet's word on what became of its credential (OpenID4VCI 1.0, 11). */
export const notificationEndpoint =
  ({ records, tokens, recorder }: EndpointDependencies) =>
  (authorization: Authorization, request: NotificationRequest): Promise<void> =>
    recorder.handle('openid4vci/notification', shownOf(authorization, request), async () => {
      const found = requiredToken(await tokens.find(records, authorization, endpointPaths.notification))
      const { state, given, deletedAt } = found.value
      const subject = subjectOf(found.value)
      return concerning(subject, async () => {
        if (!given || !equalSecrets(given.notificationId, request.notification_id))
          throw new EndpointError('invalid_notification_id', 'There is no answer with this notification_id.')
        const isAccepted = request.event === 'credential_accepted'
        const kind = isAccepted ? undefined : ('openid4vci/notification-of-failure' as const)
        if (state !== 'request_received')
          // Nothing is recorded about what was deleted.
          return { answer: undefined, recorded: deletedAt === undefined ? { ...subject, kind } : undefined }
        const next: Issuance = {
          ...found.value,
          ...(isAccepted ? { state: 'credential_issued' } : { state: 'abandoned', refusal: 'declined' }),
          isConfirmed: 'by the wallet',
        }
        // Of several at once, the first one counts.
        const isFirst = await records.change(found, next)
        return { answer: undefined, recorded: { ...subject, kind, about: aboutOf(isFirst ? next : found.value) } }
      })
    })
