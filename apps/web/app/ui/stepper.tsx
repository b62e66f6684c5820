import { Fragment } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { T, t } from './texts.ts'

export interface StepperItem {
  /** Without one, its number stands for it. */
  label?: string
  /** Addresses of the step's icon on light and on dark paper. */
  iconLight?: string
  iconDark?: string
  state: 'done' | 'current' | 'next'
}

/** The steps along the dotted path. Below 680 px of room only the current step has a name. */
export function Stepper({ items, label }: { items: readonly StepperItem[]; label: string }) {
  const current = items.findIndex((item) => item.state === 'current')
  return (
    <nav aria-label={label} className="@container">
      <ol className="flex items-center">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their places
          <Fragment key={index}>
            {index > 0 ? (
              <li
                aria-hidden="true"
                className={classNames(
                  'dotted-path mx-0.5 min-w-0 flex-1 @min-[300px]:mx-2 @min-[560px]:mx-3',
                  item.state === 'next' || items[index - 1]?.state === 'next' ? 'text-line' : 'text-forest',
                )}
              />
            ) : null}
            <li
              aria-current={item.state === 'current' ? 'step' : undefined}
              className="flex items-center gap-2.5 whitespace-nowrap text-small"
            >
              <StepMark item={item} number={index + 1} />
              <span
                className={classNames(
                  item.label ? '@max-[680px]:sr-only' : 'sr-only',
                  item.state === 'next' ? 'text-mute' : 'font-semibold',
                  item.state === 'current' && '@min-[560px]:@max-[680px]:not-sr-only',
                )}
              >
                {item.label ?? index + 1}
                {item.state === 'done' ? <span className="sr-only">{` ${t('done')}`}</span> : null}
              </span>
            </li>
          </Fragment>
        ))}
      </ol>
      {current >= 0 ? (
        <p aria-hidden="true" className="mt-2 text-small text-mute short:mt-1 @min-[560px]:hidden">
          <T
            id="stepOf"
            values={{ number: current + 1, count: items.length, label: items[current]?.label ?? '' }}
            elements={{ b: <span className="font-semibold text-ink" /> }}
          />
        </p>
      ) : null}
    </nav>
  )
}

function StepMark({ item, number }: { item: StepperItem; number: number }) {
  const reached = item.state !== 'next'
  return (
    <span
      className={classNames(
        'grid size-7.5 shrink-0 place-items-center rounded-full text-tiny font-semibold forced-color-adjust-none',
        reached ? 'bg-forest text-on-forest' : 'text-mute inset-ring-2 inset-ring-line',
        item.state === 'current' && 'ring-4 ring-leaf/20',
      )}
    >
      {item.state === 'done' ? <Icon name="tick" size={16} /> : <StepPicture item={item} number={number} />}
    </span>
  )
}

/** A reached step has a forest background and needs the opposite icon. */
function StepPicture({ item, number }: { item: StepperItem; number: number }) {
  if (!item.iconLight || !item.iconDark) return <span aria-hidden="true">{number}</span>
  const [inLight, inDark] = item.state === 'next' ? [item.iconLight, item.iconDark] : [item.iconDark, item.iconLight]
  return (
    <>
      <img src={inLight} alt="" loading="lazy" width={16} height={16} className="dark:hidden" />
      <img src={inDark} alt="" loading="lazy" width={16} height={16} className="hidden dark:block" />
    </>
  )
}
