import { brand } from '@lastmile/contracts/site'
import { latestReceipts, learntIn } from '@lastmile/journey'
import { useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { drawDay, keepPicture } from './day-picture.ts'
import { t } from './texts.ts'

/** How many places asked in this visit, and how much they learnt. */
export function DaySum() {
  const receipts = latestReceipts(Object.values(useAppSelector((state) => state.useCases.receipts)))
  const [outcome, setOutcome] = useState<'saved' | 'failed'>()
  if (receipts.length === 0) return null
  const places = new Set(receipts.map(({ verifier }) => verifier)).size
  const { shown, proved, kept } = learntIn(receipts)
  const lines = [
    [places, t('day.places', { count: places })],
    [shown, t('day.shown', { count: shown })],
    [proved, t('day.proved', { count: proved })],
    [kept, t('day.kept', { count: kept })],
  ] as const
  const [asked, ...learnt] = lines.map(([count, what]) => `${count} ${what}`)
  const keep = async () => {
    try {
      setOutcome(await keepPicture(await drawDay(t('day.title'), lines, `${brand} · ${location.host}`), 'my-day.png'))
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <div className="grid justify-items-start gap-1" data-testid="day-sum">
      <p className="font-semibold">{t('day.sum', { asked: asked ?? '', learnt: listText(learnt) })}</p>
      <Button size="small" variant="quiet" onClick={keep}>
        {t('day.keep')}
      </Button>
      <p role="status" className="pb-2 text-small empty:hidden">
        {outcome ? t(`day.${outcome}`) : null}
      </p>
    </div>
  )
}
