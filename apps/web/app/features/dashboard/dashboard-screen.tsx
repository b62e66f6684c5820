import type { Character } from '@lastmile/contracts'
import { otherCharacterPath } from '@lastmile/contracts/constants'
import { labPath } from '@lastmile/contracts/site'
import { credentialLabel, credentialSource } from '@lastmile/journey'
import { Suspense } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { LeaveControl } from '../../ui/leave-control.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { DemoTools } from '../../visit/demo-tools.tsx'
import { ReceiptList } from '../../visit/receipts/receipt-list.tsx'
import { selectReceipts } from '../../visit/receipts/receipt-selectors.ts'
import { useRestart } from '../../visit/restart.tsx'
import { useTakeOutCards } from '../../visit/take-out-cards.tsx'
import {
  selectIsDemoCompleted,
  selectIsRevokingLeft,
  selectRevocations,
  selectUseCaseCards,
} from '../../visit/use-cases/use-case-selectors.ts'
import { OpenAgainButton } from '../../wallet/views/open-again-button.tsx'
import { AllDone, revokingId } from './all-done.tsx'
import { RevocationCard } from './revocation-card.tsx'
import { t } from './texts.ts'
import { UseCaseCard } from './use-case-card.tsx'
import { isLeftToDo, useNext } from './use-next.ts'

const Completion = fetchedLater(() => import('./completion.tsx').then((file) => file.Completion))

/** The visitor's home in the demo: uses of their credentials, and the effect of revoking one. */
export function DashboardScreen({ character }: { character: Character }) {
  const cards = useAppSelector(selectUseCaseCards)
  const revocations = useAppSelector(selectRevocations)
  const receipts = useAppSelector(selectReceipts)
  const isCompleted = useAppSelector(selectIsDemoCompleted)
  const done = cards.filter((card) => card.completed).length
  const next = useNext(cards)
  const upcoming = done > 0 ? cards.find(isLeftToDo) : undefined
  const isRevokingLeft = useAppSelector(selectIsRevokingLeft)

  return (
    <DemoShell tools={<DemoTools />}>
      <StepHeading hidden>{t('title', { name: character.name })}</StepHeading>
      {/* A container query: the web wallet narrows the page. */}
      <div className="@container">
        <div className="grid items-start gap-[clamp(28px,3vw,36px)] grid-cols-1 @min-[58rem]:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-1 gap-[clamp(32px,5vw,56px)]">
            <section aria-labelledby="using">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <h2 id="using" className="text-title">
                  {t('using')}
                </h2>
                <div className="flex flex-wrap items-baseline gap-x-4">
                  <p className="text-small text-mute">{t('doneOf', { done, count: cards.length })}</p>
                  {upcoming ? (
                    <Button variant="quiet" size="small" to={`/uc/${upcoming.useCase.id}`}>
                      {t('upcoming', { name: upcoming.useCase.name })}
                    </Button>
                  ) : null}
                  <Button variant="quiet" size="small" to={otherCharacterPath}>
                    {t('beSomebodyElse')}
                  </Button>
                </div>
              </div>
              {isCompleted ? <AllDone isRevokingLeft={isRevokingLeft} /> : null}
              <ul className="mt-6 grid grid-cols-1 gap-5">
                {cards.map((card) => (
                  <li key={card.useCase.id} className="@container">
                    <UseCaseCard
                      character={character}
                      card={card}
                      kicker={
                        card === next.card ? t(next.isLeft ? 'left' : 'next', { done, count: cards.length }) : undefined
                      }
                    />
                  </li>
                ))}
              </ul>
            </section>
            {receipts.length > 0 ? <ReceiptList receipts={receipts} /> : null}
            {revocations.length > 0 ? (
              <section aria-labelledby={revokingId}>
                <h2 id={revokingId} tabIndex={-1} className="text-title outline-none">
                  {t('revoking')}
                </h2>
                <ul className="mt-6 grid grid-cols-1 gap-5">
                  {revocations.map(({ info, revoked }) => (
                    <li key={info.credentialName}>
                      <RevocationCard
                        character={character}
                        info={info}
                        credential={credentialLabel(character, info.credentialName)}
                        issuer={credentialSource(character, info.credentialName)?.issuer}
                        revoked={revoked}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
            <section aria-labelledby="lab" className="panel">
              <h2 id="lab" className="text-heading">
                {t('labTitle')}
              </h2>
              <p className="measure mt-2 mb-4 text-mute">{t('labText')}</p>
              <Button to={labPath} variant="ghost" size="small">
                {t('toLab')}
              </Button>
            </section>
          </div>
          <CharacterCard character={character} />
        </div>
      </div>
      {isCompleted ? (
        <Suspense fallback={null}>
          <Completion isRevokingLeft={isRevokingLeft} />
        </Suspense>
      ) : null}
    </DemoShell>
  )
}

function CharacterCard({ character }: { character: Character }) {
  const restart = useRestart()
  const { offer, end } = useTakeOutCards(() => restart('/'))
  return (
    <aside
      aria-label={t('character')}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2 panel @min-[58rem]:sticky @min-[58rem]:top-6 @min-[58rem]:grid-cols-1"
    >
      <img
        src={character.image}
        alt=""
        width={264}
        height={264}
        className="size-16 rounded-2xl object-cover @min-[58rem]:mb-3 @min-[58rem]:aspect-square @min-[58rem]:h-auto @min-[58rem]:w-full"
      />
      <div>
        <p className="text-heading font-display font-semibold">{character.name}</p>
        {character.type === character.name ? null : (
          <p className="text-small font-semibold text-forest">{character.type}</p>
        )}
      </div>
      <p className="col-span-full text-small text-mute">{character.description}</p>
      <div className="col-span-full mt-2 flex flex-wrap gap-3">
        <OpenAgainButton />
        <LeaveControl text={t('leaveText')} onLeave={end}>
          {offer}
          <Button size="small" variant="quiet" onClick={() => restart('/demo')} className="mt-2">
            {t('beSomebodyElse')}
          </Button>
        </LeaveControl>
      </div>
    </aside>
  )
}
