import type { Character } from '@lastmile/contracts'
import { credentialLabel } from '@lastmile/journey'
import { useEffect, useRef } from 'react'
import { RequestedCredentials } from '../../exchanges/proving/requested-credential.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { MissingCredentials } from '../../visit/use-cases/missing-credentials.tsx'
import type { UseCaseCard as Card } from '../../visit/use-cases/use-case-selectors.ts'
import { T, t } from './texts.ts'

interface UseCaseCardProps {
  character: Character
  card: Card
  /** Said of the card to go on with, whose START is in view and has the focus. */
  kicker: string | undefined
}

/** One verifier: its name, its question, and whether the visitor can answer yet. */
export function UseCaseCard({ character, card: { useCase, lock, completed }, kicker }: UseCaseCardProps) {
  const verifier = useCase.screens.find((screen) => screen.verifier)?.verifier
  const position = useAppSelector((state) => state.positions.bySlug[useCase.id])
  const titleId = `use-case-${useCase.id}`
  const ref = useRef<HTMLElement>(null)
  const isNext = kicker !== undefined

  useEffect(() => {
    if (!isNext) return
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isNext])

  return (
    <article
      ref={ref}
      aria-labelledby={titleId}
      data-testid={titleId}
      className="grid grid-cols-1 gap-x-8 gap-y-5 panel @min-[36rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] @min-[36rem]:grid-rows-[auto_1fr]"
    >
      <div className="flex items-start gap-4">
        {verifier?.icon ? (
          <img src={verifier.icon} alt="" width={48} height={48} className="size-12 shrink-0 rounded-xl" />
        ) : null}
        <div className="min-w-0 flex-1">
          {isNext ? <p className="mb-1 text-small font-semibold text-forest">{kicker}</p> : null}
          <h3 id={titleId} className="text-heading">
            {useCase.name}
          </h3>
          {verifier ? <p className="mt-1 text-small text-mute">{t('with', { verifier: verifier.name })}</p> : null}
        </div>
      </div>
      <div className="grid gap-4 self-start">
        <div className="flex items-center justify-between gap-3">
          {lock.locked ? (
            <Button disabled>
              <StartLabel id="start" name={useCase.name} />
            </Button>
          ) : (
            <Button
              to={`/uc/${useCase.id}`}
              variant={completed && !position ? 'ghost' : 'primary'}
              {...pressed('button_click', 'start')}
            >
              <StartLabel id={position ? 'goOn' : 'start'} name={useCase.name} />
            </Button>
          )}
          <div className="flex items-center gap-2">
            {completed ? <Done /> : null}
            {lock.locked ? (
              <Tooltip icon="lock" label={t('locked')}>
                {lock.because === 'revoked'
                  ? t('lockedByRevocation', {
                      count: lock.credentials.length,
                      credentials: listText(lock.credentials.map((name) => credentialLabel(character, name))),
                    })
                  : t(lock.because === 'otherFamily' ? 'lockedByFamily' : 'lockedText')}
              </Tooltip>
            ) : null}
          </div>
        </div>
        {position ? (
          <p className="text-small text-mute">
            {t('atStep', { number: position.stepCount + 1, count: useCase.screens.length })}
          </p>
        ) : null}
        {lock.locked ? <MissingCredentials character={character} useCase={useCase} lock={lock} /> : null}
      </div>
      <div className="border-line @max-[36rem]:border-t @max-[36rem]:pt-5 @min-[36rem]:col-start-2 @min-[36rem]:row-span-2 @min-[36rem]:row-start-1 @min-[36rem]:border-l @min-[36rem]:pl-8">
        <h4 className="text-small font-semibold text-mute">{t('shared')}</h4>
        <RequestedCredentials useCase={useCase} />
      </div>
    </article>
  )
}

const StartLabel = ({ id, name }: { id: 'start' | 'goOn'; name: string }) => (
  <T id={id} values={{ name }} elements={{ quiet: <span className="sr-only" /> }} />
)

const Done = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-leaf-soft py-1.5 pr-3.5 pl-2.5 text-small font-semibold text-forest">
    <Icon name="tick" size={18} />
    {t('done')}
  </span>
)
