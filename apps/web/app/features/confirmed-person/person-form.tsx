import { confirmedPersonName, type PersonField } from '@lastmile/contracts/constants'
import { exampleInformation, sameCredential } from '@lastmile/journey'
import type { FormEvent } from 'react'
import { isRefusedEntry } from '../../exchanges/issuing/credentials-slice.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { trackedForm } from '../../tracking/forms.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import {
  selectFlowNavigation,
  selectIsInformationLost,
  selectMissingFields,
} from '../../visit/confirmed-person/confirmed-person-selectors.ts'
import { exampleFilledIn, personInformationEntered } from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { DocumentImages } from './document-images.tsx'
import type { FlowStepProps } from './flow-step.ts'
import { ChoiceField, TextField } from './person-fields.tsx'
import { RefusalSummary } from './refusal-summary.tsx'
import { refusedFields } from './refused-fields.ts'
import { t } from './texts.ts'

export const personFormId = 'person-information'
export const personFormStatusId = 'person-information-status'

/** The document's data. NEXT, below, submits the form, which neither sends nor stores anything. */
export function PersonForm({ character, navigation }: FlowStepProps) {
  const dispatch = useAppDispatch()
  const information = useAppSelector((state) => state.confirmedPerson.personInformation)
  const missing = useAppSelector(selectMissingFields)
  const isLost = useAppSelector(selectIsInformationLost)
  const isAgain = useAppSelector((state) => state.onboarding.isCompleted)
  const { canGoNext } = useAppSelector(selectFlowNavigation)
  const isRefused = useAppSelector(({ credentials }) => credentials.error !== null && isRefusedEntry(credentials.error))
  const credential = character.onboarding
    .flatMap(({ credentials = [] }) => credentials)
    .find(({ name }) => sameCredential(name, confirmedPersonName))
  const refusals = isRefused ? refusedFields(information, credential) : {}

  const enter = (field: PersonField, value: string) => dispatch(personInformationEntered({ field, value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canGoNext) navigation.goNext('next')
  }
  const of = (field: PersonField) => ({
    field,
    value: information[field],
    error: refusals[field],
    onEnter: (value: string) => enter(field, value),
  })

  return (
    <form
      id={personFormId}
      noValidate
      onSubmit={submit}
      aria-label={t('formTitle')}
      className="@container grid grid-cols-[minmax(0,1fr)] gap-(--gap)"
      {...trackedForm('person-information')}
    >
      {isLost ? (
        <Notice title={t('lostTitle')} data-testid="information-lost">
          {t(isAgain ? 'lost.again' : 'lost')}
        </Notice>
      ) : null}
      {isRefused ? <RefusalSummary refusals={refusals} /> : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          variant="ghost"
          size="small"
          onClick={() => dispatch(exampleFilledIn(exampleInformation(credential?.attributes ?? [])))}
        >
          {t('example')}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-small text-mute">{t('keptHere')}</p>
      </div>
      <fieldset className="grid gap-5 @min-[520px]:grid-cols-2">
        <legend className="mb-4 font-display text-heading font-semibold">{t('person')}</legend>
        <TextField {...of('familyName')} autoComplete="family-name" />
        <TextField {...of('givenNames')} autoComplete="given-name" />
        <TextField {...of('dateOfBirth')} type="date" autoComplete="bday" />
        <ChoiceField {...of('gender')} choices={['male', 'female']} />
        <TextField {...of('nationality')} autoComplete="country-name" className="@min-[520px]:col-span-2" />
      </fieldset>
      <fieldset className="grid gap-5 @min-[520px]:grid-cols-2">
        <legend className="mb-4 font-display text-heading font-semibold">{t('document')}</legend>
        <ChoiceField
          {...of('documentType')}
          choices={['passport', 'national_id']}
          className="@min-[520px]:col-span-2"
        />
        <TextField {...of('documentNumber')} />
        <TextField {...of('documentExpiryDate')} type="date" />
        <TextField
          {...of('documentIssuingBody')}
          hint={t('documentIssuingBody.hint')}
          className="@min-[520px]:col-span-2"
        />
      </fieldset>
      <DocumentImages />
      {missing.length > 0 ? (
        <p id={personFormStatusId} className="text-small text-mute">
          {t('missing', { fields: listText(missing.map((field) => t(field))) })}
        </p>
      ) : (
        <StepState>
          <p id={personFormStatusId} className="font-semibold text-forest">
            {t('complete')}
          </p>
        </StepState>
      )}
    </form>
  )
}
