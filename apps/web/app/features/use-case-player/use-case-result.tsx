import { otherCharacterPath } from '@lastmile/contracts/constants'
import { labPath } from '@lastmile/contracts/site'
import { latestReceipts, learntIn } from '@lastmile/journey'
import { isShortWay } from '../../site/short-way.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import type { StepProps } from './step-props.ts'
import { t } from './texts.ts'

const ways = [
  ['toLab', labPath],
  ['beSomebodyElse', otherCharacterPath],
  ['forOrganisations', '/business'],
] as const

/** At the end of a use case: how much each verifier learnt, and on the short way where to go from here. */
export function UseCaseResult({ useCase, steps, verifier }: StepProps) {
  const all = useAppSelector((state) => state.useCases.receipts)
  const receipts = latestReceipts(Object.values(all).filter((receipt) => receipt.useCase.slug === useCase.id))
  const isRefusal = steps.some(({ screen }) => screen.requestOptions?.expectRefusal)
  return (
    <>
      <StepState>
        <Notice tone="success" data-testid="result">
          {receipts.length === 0 ? t(isRefusal ? 'allRefused' : 'allDone', { verifier: verifier.name }) : null}
          {receipts.map((receipt) => (
            <p key={receipt.id}>{t('learnt', { verifier: receipt.verifier, ...learntIn([receipt]) })}</p>
          ))}
        </Notice>
      </StepState>
      {isShortWay() ? (
        <nav aria-label={t('ways')} className="flex flex-wrap gap-2">
          {ways.map(([way, path]) => (
            <Button key={way} size="small" variant="ghost" to={path}>
              {t(way)}
            </Button>
          ))}
        </nav>
      ) : null}
    </>
  )
}
