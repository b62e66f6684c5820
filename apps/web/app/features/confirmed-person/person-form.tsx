import { confirmedPersonName, type PersonField, personFields } from '@lastmile/contracts/constants'
import { exampleInformation, sameCredential } from '@lastmile/journey'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isRefusedEntry } from '../../exchanges/issuing/credentials-slice.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { trackedForm } from '../../tracking/forms.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  selectFlowNavigation,
  selectIsInformationLost,
  selectMissingFields,
} from '../../visit/confirmed-person/confirmed-person-selectors.ts'
import { exampleFilledIn, personInformationEntered } from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { DocumentImages } from './document-images.tsx'
import type { FlowStepProps } from './flow-step.ts'
import { ChoiceField, fieldId, TextField } from './person-fields.tsx'
import { type Refusals, refusedFields } from './refused-fields.ts'
import { t } from './texts.ts'

export const personFormId = 'person-information'

/** Says which fields are still empty, or how many where their names do not fit beside NEXT, and leads to the first. */
export function useFormNote(): { note: string; onNote?: () => void } {
  const missing = useAppSelector(selectMissingFields)
  const [first] = missing
  if (first === undefined) return { note: t('complete') }
  const note =
    missing.length > 2
      ? t('missing.count', { count: missing.length })
      : t('missing', { fields: listText(missing.map((field) => t(field))) })
  return { note, onNote: () => document.getElementById(fieldId(first))?.focus() }
}

/** The document's data. NEXT, below, submits the form, which neither sends nor stores anything. */
export function PersonForm({ character, navigation }: FlowStepProps) {
  const dispatch = useAppDispatch()
  const information = useAppSelector((state) => state.confirmedPerson.personInformation)
  const isLost = useAppSelector(selectIsInformationLost)
  // It stays while the form is filled in: what is below would jump under the visitor’s thumb.
  const [wasLost] = useState(useAppSelector(selectMissingFields).length > 0 && isLost)
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
      {wasLost ? (
        <Notice title={t('lostTitle')} data-testid="information-lost">
          {t(isAgain ? 'lost.again' : 'lost')}
        </Notice>
      ) : null}
      {isRefused ? <RefusalSummary refusals={refusals} /> : null}
      <div className="-mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 id="person" className="text-heading">
          {t('person')}
        </h2>
        <Button
          variant="ghost"
          size="small"
          onClick={() => dispatch(exampleFilledIn(exampleInformation(credential?.attributes ?? [])))}
        >
          {t('example')}
        </Button>
      </div>
      <fieldset aria-labelledby="person" className="grid gap-5 @min-[520px]:grid-cols-2">
        <TextField {...of('familyName')} autoComplete="family-name" />
        <TextField {...of('givenNames')} autoComplete="given-name" />
        <TextField {...of('dateOfBirth')} type="date" autoComplete="bday" />
        <ChoiceField {...of('gender')} choices={['male', 'female']} />
        <TextField {...of('nationality')} autoComplete="country-name" className="@min-[520px]:col-span-2" />
        <p className="text-small text-mute @min-[520px]:col-span-2">{t('keptHere')}</p>
      </fieldset>
      <fieldset className="grid gap-5 @min-[520px]:grid-cols-2">
        <legend className="mb-4 font-display text-heading font-semibold">{t('document')}</legend>
        <ChoiceField
          {...of('documentType')}
          choices={['passport', 'national_id']}
          className="@min-[520px]:col-span-2"
        />
        <TextField {...of('documentNumber')} />
        <TextField
          {...of('documentExpiryDate')}
          type="date"
          warning={isPast(information.documentExpiryDate) ? t('expired') : undefined}
        />
        <TextField
          {...of('documentIssuingBody')}
          hint={t('documentIssuingBody.hint')}
          className="@min-[520px]:col-span-2"
        />
      </fieldset>
      <DocumentImages />
    </form>
  )
}

const isPast = (date: string) => date !== '' && date < new Date().toISOString().slice(0, 10)

/** Lists the refused fields with links to them. Takes the focus when the form shows. */
function RefusalSummary({ refusals }: { refusals: Refusals }) {
  const ref = useRef<HTMLDivElement>(null)
  const refused = personFields.filter((field) => refusals[field] !== undefined)

  useEffect(() => ref.current?.focus(), [])

  return (
    <div ref={ref} tabIndex={-1} className="outline-none" data-testid="refusal-summary">
      <Notice tone="danger" title={t('refusedTitle', { count: Math.max(refused.length, 1) })}>
        {refused.length === 0 ? (
          t('refusedElsewhere')
        ) : (
          <>
            {t('refused')}
            <ul className="mt-2 list-disc pl-5">
              {refused.map((field) => (
                <li key={field}>
                  <a
                    href={`#${fieldId(field)}`}
                    onClick={(event) => {
                      event.preventDefault()
                      document.getElementById(fieldId(field))?.focus()
                    }}
                    className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                  >
                    {t(field)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  )
}
