import { confirmedPersonName } from '@lastmile/contracts/constants'
import { isIssued, sameCredential } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { useReturn } from '../../visit/onboarding/use-return.ts'
import type { FlowStepProps } from './flow-step.ts'
import { t } from './texts.ts'

/** Uses of ConfirmedPerson; nothing for visitors who skipped connecting. */
export function CompletedStep({ character }: FlowStepProps) {
  const isThere = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.some(
      ({ name, state }) => sameCredential(name, confirmedPersonName) && isIssued(state),
    ),
  )
  const back = useReturn(character)
  if (!isThere) return null
  if (back)
    return (
      <StepState>
        <Notice tone="success">{t('completed.back', { useCase: back.name })}</Notice>
      </StepState>
    )
  return (
    <section aria-labelledby="use-it">
      <h2 id="use-it" className="text-heading">
        {t('completed.next')}
      </h2>
      <ul className="mt-5 grid gap-3">
        {character.useCases
          .filter(({ hidden }) => !hidden)
          .map(({ id, name }) => (
            <li key={id} className="flex items-center gap-4 font-semibold">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft text-forest">
                <Icon name="shield" />
              </span>
              {name}
            </li>
          ))}
      </ul>
    </section>
  )
}
