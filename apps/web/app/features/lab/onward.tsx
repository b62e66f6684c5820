import { type LabExperiment, labExperiments, labPath } from '@lastmile/contracts/site'
import { Button } from '../../ui/button.tsx'
import { t } from './texts.ts'

/** The ways on from an experiment. */
export function Onward({ from }: { from: LabExperiment }) {
  const next = labExperiments[labExperiments.indexOf(from) + 1] ?? labExperiments[0]
  return (
    <nav aria-label={t('onward')} className="mt-10 flex flex-wrap items-center gap-3 border-t border-line pt-5">
      <Button to={`${labPath}/${next}`} variant="ghost">
        {t(`${next}Question`)}
      </Button>
      <Button to={labPath} variant="quiet" size="small">
        {t('toLab')}
      </Button>
    </nav>
  )
}
