import { confirmedPersonName, personFields } from '@lastmile/contracts/constants'
import { isMet, personAttributes, routeOf } from '@lastmile/journey'
import type { CredentialOffer } from '../../exchanges/issuing/credential-offers.tsx'
import { isRefusedEntry } from '../../exchanges/issuing/credentials-slice.ts'
import { Issuance } from '../../exchanges/issuing/issuance.tsx'
import { withdrawOffers } from '../../exchanges/issuing/issuance-thunks.ts'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { failureText } from '../../texts/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { selectFlowMeeting, selectMissingFields } from '../../visit/confirmed-person/confirmed-person-selectors.ts'
import { useRestart } from '../../visit/restart.tsx'
import type { FlowStepProps } from './flow-step.ts'
import { type Refusals, refusedFields } from './refused-fields.ts'
import { t } from './texts.ts'

/** Offers ConfirmedPerson with the typed values and shows its progress. */
export function AcceptStep({ screen, navigation }: FlowStepProps) {
  const dispatch = useAppDispatch()
  const restart = useRestart()
  const meeting = useAppSelector(selectFlowMeeting)
  const information = useAppSelector((state) => state.confirmedPerson.personInformation)
  const isInformed = useAppSelector((state) => selectMissingFields(state).length === 0)
  const route = meeting && isMet(meeting, 'confirmedPerson') ? routeOf(meeting) : undefined
  const entered = isInformed ? personAttributes(information) : undefined
  const { isMissing, ...issuance } = useIssuance(screen.credentials ?? [], entered && route, entered)
  // A reload loses the information and leaves nothing to send: back to the form.
  const withdraw = () => void dispatch(withdrawOffers([confirmedPersonName]))

  if (issuance.failure && isRefusedEntry(issuance.failure)) {
    return (
      <StepState>
        <Notice
          tone="danger"
          title={t('accept.refusedTitle')}
          action={
            <Button size="small" onClick={() => navigation.goTo('PERSON_INFORMATION')}>
              {t('accept.correct')}
            </Button>
          }
          data-testid="entry-refused"
        >
          {t('accept.refused', {
            lines: linesOf(refusedFields(information, screen.credentials?.[0])) || failureText(issuance.failure),
          })}
        </Notice>
      </StepState>
    )
  }
  return (
    <>
      <Issuance
        flow="confirmedPerson"
        issuer={screen.issuer_name}
        {...issuance}
        offers={entered ? issuance.offers : issuance.offers.map(withoutLines)}
        onResend={entered ? issuance.onResend : withdraw}
        onRestart={restart}
      />
      {entered ? null : <p className="text-small text-mute">{t('accept.gone')}</p>}
    </>
  )
}

/** The content's own values belong to another person. */
const withoutLines = (offer: CredentialOffer) => ({ ...offer, lines: [], attributes: [] })

const linesOf = (refusals: Refusals) =>
  personFields
    .flatMap((field) => {
      const expected = refusals[field]
      return expected === undefined ? [] : [t('accept.line', { field: t(field), expected })]
    })
    .join(' ')
