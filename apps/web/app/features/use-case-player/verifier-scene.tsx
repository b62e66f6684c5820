import type { Scene, UseCase, UseCaseStep } from '@lastmile/contracts'
import { verifierOf } from '@lastmile/contracts/party-of-screen'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { type canGoNextInUseCase, hasFailed } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from './texts.ts'

type SceneState = 'asked' | 'accepted' | 'refused'

/** Whether the verifier of a step has its answer yet, and what it made of it. */
export function useSceneState(
  useCase: UseCase,
  steps: readonly UseCaseStep[],
  stepIndex: number,
  facts: Parameters<typeof canGoNextInUseCase>[1],
): SceneState {
  const receipts = useAppSelector((state) => state.useCases.receipts)
  const answered = useAppSelector((state) => state.positions.bySlug[useCase.id]?.answered)
  const step = steps[stepIndex]
  if (!step) return 'asked'
  if (hasRole(step, 'proof')) {
    if (facts.proof?.verified) return 'accepted'
    return facts.proof?.verified === false || hasFailed(step.screen, facts) ? 'refused' : 'asked'
  }
  const nameAt = (other: UseCaseStep) => verifierOf(useCase, other.screen).name
  const isOfStep = (other: UseCaseStep) => hasRole(other, 'proof') && nameAt(other) === nameAt(step)
  // Also of a later step, from which the visitor has gone back.
  if (!steps.some((other, index) => isOfStep(other) && (index < stepIndex || answered?.[index]))) return 'asked'
  const isAccepted = Object.values(receipts).some(
    (receipt) => receipt.useCase.slug === useCase.id && receipt.verifier === nameAt(step),
  )
  return isAccepted ? 'accepted' : 'refused'
}

/** The scene of content; of a verifier without one, that it waits, and what came of it. */
export const sceneOf = (useCase: UseCase, verifier: string): Scene =>
  useCase.scenes?.find((scene) => scene.verifier === verifier) ?? {
    verifier,
    title: useCase.name,
    rows: [],
    subject: verifier,
    asked: { value: t('scene.asked'), text: t('scene.askedText') },
    accepted: { value: t('scene.accepted'), text: t('scene.acceptedText') },
    refused: { value: t('scene.refused'), text: t('scene.refusedText') },
  }

const looks: Record<SceneState, string> = {
  asked: 'bg-sand text-mute',
  accepted: 'bg-leaf-soft text-forest',
  refused: 'bg-clay-soft text-clay',
}
const icons = { asked: 'clock', accepted: 'tick', refused: 'cross' } as const

/** An amount is compared with the one before it; words take their place. */
const isAmount = (value: string) => /\d/.test(value)

/** The thing on the verifier's page that the answer changes, in the instant in which it is checked. */
export function VerifierScene({ scene, state }: { scene: Scene; state: SceneState }) {
  const { title, rows, subject, asked } = scene
  const now = scene[state] ?? asked
  const isChanged = now.value !== asked.value
  return (
    <section
      aria-label={title}
      data-testid="scene"
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-2',
        // The outcome stands before all that is said about it.
        state !== 'asked' && 'order-first',
      )}
    >
      <div className="min-w-0">
        <p className="font-semibold @max-[420px]:hidden">{title}</p>
        {rows.length > 0 ? (
          <dl className="mt-1 text-small text-mute @max-[420px]:hidden">
            {rows.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4">
                <dt>{name}</dt>
                <dd className="whitespace-nowrap">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <div aria-hidden="true" className="dotted-path my-2 text-line @max-[420px]:hidden" />
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-small text-mute">{subject}</span>
          <span className="flex flex-wrap items-baseline gap-x-3">
            {isChanged && isAmount(asked.value) ? (
              <s className="text-small text-mute">
                <span className="sr-only">{t('scene.before')} </span>
                {asked.value}
              </s>
            ) : null}
            <span
              key={now.value}
              className={classNames(
                'font-display text-[1.5rem] leading-tight font-semibold',
                isChanged && 'animate-rise',
                state === 'accepted' && 'text-forest',
              )}
            >
              {now.value}
            </span>
          </span>
        </p>
      </div>
      {now.image ? (
        <img
          key={now.image}
          src={now.image}
          alt=""
          width={120}
          height={120}
          className="size-24 self-center @min-[420px]:size-30"
        />
      ) : null}
      <p
        key={state}
        className={classNames(
          'col-span-full flex items-center gap-2 rounded-xl px-3 py-1.5 text-small font-semibold',
          looks[state],
        )}
      >
        <Icon name={icons[state]} size={18} className="shrink-0" />
        {now.text}
      </p>
    </section>
  )
}
