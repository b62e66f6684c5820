import type { ExchangeRoute } from '@lastmile/contracts'
import { phaseOf } from '@lastmile/contracts/lifecycles'
import {
  attributeLabelIn,
  displayValue,
  includesCredential,
  isIssued,
  labelOf,
  sameCredential,
} from '@lastmile/journey'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { forgottenFailure } from '../../api/api-error.ts'
import type { CredentialOfContent } from '../../api/credential-definition.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { track } from '../../tracking/track.ts'
import { mostRenewals } from '../connecting/use-invitation.ts'
import { queuePositionOf } from '../queue/queue-slice.ts'
import { type CredentialsState, hasLostInvitation, issuanceError, selectIsIssuing } from './credentials-slice.ts'
import { type Issuance, issueCredentials, resendCredential } from './issuance-thunks.ts'

/**
 * Offers the credentials that a screen lists on arrival, and again when the server has forgotten an offer,
 * `mostRenewals` times.
 *
 * @param route undefined while there is no connection that it needs
 * @param entered values that the visitor typed, in place of the content's
 */
export function useIssuance(
  listed: readonly CredentialOfContent[],
  route: ExchangeRoute | undefined,
  entered?: Issuance['entered'],
) {
  const dispatch = useAppDispatch()
  const state = useAppSelector(({ credentials }) => credentials)
  const { preparing, error: failure } = state
  const isSending = useAppSelector(selectIsIssuing)
  const offers = listed.map((credential) => offerOf(withEntries(credential, entered), state))
  const ids = offers.flatMap(({ id }) => id ?? [])
  const place = useAppSelector((state) => queuePositionOf(state, ids))
  const isMissing = offers.some((offer) => offer.state === undefined)
  const isInvitationLost = state.issuedCredentials.some(
    (entry) => hasLostInvitation(state, entry) && listed.some(({ name }) => sameCredential(entry.name, name)),
  )
  const issuance = route && { route, credentials: listed, entered }
  const onSend = (): void => void (issuance && dispatch(issueCredentials(issuance)))
  const onResend = (): void => void (issuance && dispatch(resendCredential(issuance)))

  const count = listed.length
  useEffect(() => track({ type: 'credential_view', properties: { credentials: count } }), [count])

  const sent = useRef(0)
  const send = useEffectEvent(() => {
    if (sent.current <= mostRenewals) onSend()
    else dispatch(issuanceError({ step: 'offer', ...forgottenFailure('credential') }))
    sent.current += 1
  })
  // A failure at another screen must not stop this one's first attempt.
  const [failureOnArrival] = useState(failure)
  const isDue =
    route !== undefined &&
    (isMissing || isInvitationLost) &&
    !isSending &&
    (failure === null || failure === failureOnArrival)
  useEffect(() => {
    if (isDue) send()
  }, [isDue])

  return {
    offers,
    isMissing,
    isSending,
    /** The credential whose keys the issuer is generating. */
    preparing: preparing && labelIn(listed, preparing),
    /** Queue position of accepted offers that the server still has to process. */
    place,
    /** May stand while sending: the call is then being retried. */
    failure,
    /** Resumes sending. */
    onSend,
    /** Withdraws open offers and sends new ones. */
    onResend,
  }
}

const labelIn = (listed: readonly CredentialOfContent[], name: string) =>
  labelOf(listed.find((credential) => sameCredential(credential.name, name)) ?? { name })

const withEntries = (credential: CredentialOfContent, entered: Issuance['entered'] = {}): CredentialOfContent => ({
  ...credential,
  attributes: credential.attributes.map((attribute) => ({
    ...attribute,
    value: entered[attribute.name] ?? attribute.value,
  })),
})

/** The credential's card and state; no state before the offer. */
function offerOf({ name, label, icon, attributes }: CredentialOfContent, state: CredentialsState) {
  const exchange = state.issuedCredentials.find((candidate) => sameCredential(candidate.name, name))
  const isHeld = includesCredential(state.heldCredentials, name) && !isIssued(exchange?.state)
  return {
    id: exchange?.id,
    name: labelOf({ name, label }),
    icon,
    attributes,
    lines: attributes.flatMap((attribute) => {
      const { kind, value } = displayValue(attribute.name, attribute.value)
      return kind === 'image' ? [] : [{ label: attributeLabelIn({ attributes }, attribute.name), value }]
    }),
    invitation: exchange?.state === 'offer_sent' ? state.invitations[exchange.id] : undefined,
    state: isHeld ? ('held' as const) : exchange && outcomes[phaseOf('credential', exchange.state)],
    refusal: exchange?.refusal,
  }
}

const outcomes = { open: 'offered', reached: 'issued', revoked: 'revoked', failed: 'declined' } as const
