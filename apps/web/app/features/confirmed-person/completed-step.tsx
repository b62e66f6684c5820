import { confirmedPersonName } from '@lastmile/contracts/constants'
import { isIssued, sameCredential } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FlowStepProps } from './flow-step.ts'
import { t } from './texts.ts'

/** Uses of ConfirmedPerson; nothing for visitors who skipped connecting. */
export function CompletedStep({ character }: FlowStepProps) {
  const isThere = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.some(
      ({ name, state }) => sameCredential(name, confirmedPersonName) && isIssued(state),
    ),
  )
  if (!isThere) return null
  return (
    <section aria-labelledby="use-it">
      <h2 id="use-it" className="text-heading">
        {t('completed.next')}
      </h2>
      <ul className="mt-5 grid gap-3">
        {character.useCases
          .filter(({ hidden }) => !hidden)
          .map(({ id, name }) => (
            <li key={id} className="flex items-center gap-4 rounded-2xl bg-leaf-soft px-5 py-4 font-semibold">
              <Icon name="next" className="text-forest" />
              {name}
            </li>
          ))}
      </ul>
    </section>
  )
}
