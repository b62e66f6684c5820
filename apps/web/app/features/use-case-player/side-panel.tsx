import { requestedCredentials } from '@lastmile/journey'
import { RequestedCredentials } from '../../exchanges/proving/requested-credential.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import type { StepProps } from './step-props.ts'
import { t } from './texts.ts'

type SidePanelProps = Pick<StepProps, 'useCase' | 'verifier' | 'steps' | 'stepIndex'>

/** The verifier, its request, and the progress. */
export function SidePanel({ useCase, verifier, steps, stepIndex }: SidePanelProps) {
  return (
    <aside
      aria-label={t('about')}
      className="panel grid gap-7 @min-[40rem]/page:@max-[58rem]/page:grid-cols-2 @min-[40rem]/page:@max-[58rem]/page:grid-rows-[auto_1fr] @min-[58rem]/page:sticky @min-[58rem]/page:top-6"
    >
      <section>
        <h2 className="font-sans text-small font-semibold text-mute">{t('interactingWith')}</h2>
        <div className="mt-3 flex items-center gap-3.5">
          {verifier.icon ? (
            <img src={verifier.icon} alt="" width={44} height={44} className="size-11 rounded-xl" />
          ) : null}
          <p className="font-display text-[1.1875rem] font-semibold leading-tight text-balance">{verifier.name}</p>
        </div>
      </section>
      {requestedCredentials(useCase).length > 0 ? (
        <section>
          <h2 className="font-sans text-small font-semibold text-mute">{t('needToPresent')}</h2>
          <RequestedCredentials useCase={useCase} />
        </section>
      ) : null}
      <nav
        aria-label={t('followPath')}
        className="@min-[40rem]/page:@max-[58rem]/page:col-start-2 @min-[40rem]/page:@max-[58rem]/page:row-span-2 @min-[40rem]/page:@max-[58rem]/page:row-start-1"
      >
        <h2 className="font-sans text-small font-semibold text-mute">{t('followPath')}</h2>
        <ol className="mt-3">
          {steps.map(({ screen }, index) => (
            <li
              key={screen.screenId}
              aria-current={index === stepIndex ? 'step' : undefined}
              className="grid grid-cols-[28px_1fr] gap-x-3"
            >
              <span className="flex flex-col items-center" aria-hidden="true">
                <StepDot index={index} current={stepIndex} />
                {index < steps.length - 1 ? (
                  <span
                    className={classNames(
                      'dotted-path-down my-1 min-h-4 flex-1',
                      index < stepIndex ? 'text-forest' : 'text-line',
                    )}
                  />
                ) : null}
              </span>
              <span
                className={classNames(
                  'pt-0.5 pb-4 text-small leading-snug text-balance',
                  index === stepIndex ? 'font-semibold' : 'text-mute',
                )}
              >
                {screen.title}
                {index < stepIndex ? <span className="sr-only">{` ${t('done')}`}</span> : null}
              </span>
            </li>
          ))}
        </ol>
      </nav>
    </aside>
  )
}

function StepDot({ index, current }: { index: number; current: number }) {
  if (index < current)
    return (
      <span className="grid size-6 place-items-center rounded-full bg-forest text-on-forest">
        <Icon name="tick" size={14} />
      </span>
    )
  return (
    <span
      className={classNames(
        'grid size-6 place-items-center rounded-full',
        index === current ? 'bg-forest ring-4 ring-leaf/20' : 'inset-ring-2 inset-ring-line',
      )}
    >
      {index === current ? <span className="size-2 rounded-full bg-on-forest" /> : null}
    </span>
  )
}
