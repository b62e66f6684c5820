import { classNames } from '../../../ui/class-names.ts'
import { t } from './texts.ts'

/** Whether the path from a card to a desk is whole, where the register is asked each time: kept, it always is. */
const hours = [
  { at: '8:00', what: 'open', asked: true },
  { at: '9:00', what: 'down', asked: false },
  { at: '9:30', what: 'revokes', asked: false },
  { at: '11:00', what: 'back', asked: true },
] as const

/** A morning without the issuer, drawn beside one with a register that is asked each time. */
export const Timeline = () => (
  <section className="mt-10" aria-labelledby="morning">
    <h2 id="morning" className="text-heading">
      {t('morning')}
    </h2>
    <p className="measure mt-1 text-mute">{t('morningText')}</p>
    <table className="mt-4 w-full table-fixed border-separate border-spacing-0 text-left text-small">
      <thead>
        <tr>
          <th className="w-24 py-2 pr-3 @min-[40rem]/page:w-44">{t('time')}</th>
          <th className="py-2 pr-4">{t('kept')}</th>
          <th className="py-2">{t('asked')}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ at, what, asked }) => (
          <tr key={at} className="align-top">
            <th className="border-t border-line py-3 pr-3 font-normal">
              <span className="block font-semibold">{at}</span>
              {t(what)}
            </th>
            <td className="border-t border-line py-3 pr-4">
              <Path isWhole />
              {t(`${what}Kept`)}
            </td>
            <td className="border-t border-line py-3">
              <Path isWhole={asked} />
              {t(`${what}Asked`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Path = ({ isWhole }: { isWhole: boolean }) => (
  <span aria-hidden="true" className="mb-1 flex h-3 items-center justify-between">
    <span className={classNames('dotted-path', isWhole ? 'w-full text-amber' : 'w-1/4 text-mute')} />
    {isWhole ? null : <span className="dotted-path w-1/4 text-mute" />}
  </span>
)
