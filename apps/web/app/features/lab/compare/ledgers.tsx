import type { Comparison } from '@lastmile/lab/comparison'
import { timeText } from '../../../texts/formats.ts'
import { RawText } from '../raw-text.tsx'
import { bytesOf } from '../received.ts'
import { t } from './texts.ts'

/** Everything that each verifier has of the visitor, and how many more answers it has. */
export function Ledgers({ databases }: Pick<Comparison, 'databases'>) {
  return (
    <>
      <ul className="grid gap-4 @min-[48rem]/page:grid-cols-2">
        {databases.map(([own, ...others], index) => (
          <li key={index === 0 ? 'shop' : 'library'} className="panel min-w-0">
            <h2 className="text-heading">{t(index === 0 ? 'shop' : 'library')}</h2>
            {own ? (
              <>
                <p className="mt-1 text-small text-mute">
                  {t('record', {
                    time: timeText(new Date(own.receivedAt).toISOString()),
                    count: bytesOf(own.presentation),
                  })}
                </p>
                <RawText label={t('everything')} received={own.presentation} />
              </>
            ) : null}
            <p className="mt-1 text-small text-mute">{t('others', { count: others.length })}</p>
          </li>
        ))}
      </ul>
      <p className="measure mt-2 text-small text-mute">{t('around')}</p>
    </>
  )
}
