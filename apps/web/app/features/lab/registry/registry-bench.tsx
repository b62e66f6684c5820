import type { Protocol } from '@lastmile/contracts'
import { type ReactNode, useState } from 'react'
import { type Failure, failureOf } from '../../../api/api-error.ts'
import { Attempt } from '../../../ui/attempt.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { comesIntoView } from '../../../ui/comes-into-view.ts'
import { SteadyFocus } from '../../../ui/steady-focus.tsx'
import { UnderlinedSummary } from '../../../ui/underlined-summary.tsx'
import { FamilyChoice } from '../family-choice.tsx'
import type { LabClient } from '../lab-client.ts'
import { ListAge } from './list-age.tsx'
import { Morning } from './morning.tsx'
import { outcomeOf, type Showing } from './showing.ts'
import { ShowingSlip } from './showing-slip.tsx'
import { t } from './texts.ts'

/** Seconds for which the museum uses a list, by its rule. */
const rules = { day: 24 * 60 * 60, halfMinute: 30 } as const
type Rule = keyof typeof rules

interface Day {
  isUp: boolean
  rule: Rule
  isRevoked: boolean
  /** Whether the registry was up since the card was revoked. */
  isPublished: boolean
  /** ISO 8601: when the museum last read its list. */
  readAt: string | undefined
  /** The latest first. */
  showings: readonly Showing[]
}

const morning: Day = { isUp: true, rule: 'day', isRevoked: false, isPublished: false, readAt: undefined, showings: [] }

type Work = 'showing' | 'sendingAnyway' | 'revoking' | 'renewing'

/** A card is shown to a verifier of another house, with the issuer's addresses within reach and without. */
export function RegistryBench({ lab }: { lab: LabClient }) {
  const [protocol, setProtocol] = useState<Protocol>('didcomm')
  const [days, setDays] = useState<Record<Protocol, Day>>({ didcomm: morning, openid4vc: morning })
  const [state, setState] = useState<{ of: Protocol; work: Work; failure?: Failure }>()
  const [arrived, setArrived] = useState<Showing>()
  const day = days[protocol]
  const { isUp, rule, isRevoked, isPublished, readAt, showings } = day
  const isBusy = state !== undefined && !state.failure

  const change = (part: Partial<Day>) => setDays((all) => ({ ...all, [protocol]: { ...all[protocol], ...part } }))

  async function show(isAnyway: boolean) {
    const shown = await lab.do('showFromAfar', { protocol, isUp, oldestList: rules[rule], isAnyway })
    const read = shown.verdict?.proof.registry_reads?.list_read_at
    const showing = { ...shown, isUp, isRevoked, isAnyway, number: showings.length + 1 }
    setArrived(showing)
    change({ showings: [showing, ...showings], ...(read && { readAt: read }) })
  }

  const works: Record<Work, () => Promise<void>> = {
    showing: () => show(false),
    sendingAnyway: () => show(true),
    async revoking() {
      await lab.do('revokeAfar', protocol)
      change({ isRevoked: true, isPublished: isUp })
    },
    async renewing() {
      await lab.do('renewAfar', protocol)
      change(morning)
    },
  }

  function choose(family: Protocol) {
    setProtocol(family)
    setArrived(undefined)
  }

  async function run(work: Work) {
    setState({ of: protocol, work })
    setArrived(undefined)
    try {
      await works[work]()
      setState(undefined)
    } catch (error) {
      setState({ of: protocol, work, failure: failureOf(error) })
    }
  }

  return (
    <>
      <FamilyChoice legend={t('family')} chosen={protocol} onChoose={choose} />
      <div className="panel grid gap-x-8 gap-y-4 @min-[48rem]/page:grid-cols-2">
        <div>
          <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
            <input
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state
              role="switch"
              className="switch"
              checked={isUp}
              disabled={isBusy}
              onChange={() => change({ isUp: !isUp, isPublished: isPublished || (isRevoked && !isUp) })}
            />
            {t('registry')}
          </label>
          <p role="status" className="text-small text-mute">
            {t(isUp ? 'isUp' : 'isDown')}
          </p>
          <SteadyFocus className="mt-4 flex flex-wrap gap-3">
            <Button busy={isBusy} onClick={() => void run('showing')}>
              {t('show')}
            </Button>
            {showings[0]?.stopped === 'revoked' ? (
              <Button variant="ghost" busy={isBusy} onClick={() => void run('sendingAnyway')}>
                {t('sendAnyway')}
              </Button>
            ) : null}
            {showings.length > 0 ? (
              // One that is pressed twice by mistake shall not do what stands in its place then.
              <Button
                key={`${isRevoked}`}
                variant="ghost"
                busy={isBusy}
                onClick={() => void run(isRevoked ? 'renewing' : 'revoking')}
              >
                {t(isRevoked ? 'renew' : 'revoke')}
              </Button>
            ) : null}
          </SteadyFocus>
        </div>
        <fieldset>
          <legend className="text-small font-semibold">{t('rule')}</legend>
          <div className="flex flex-wrap gap-x-6">
            {(['day', 'halfMinute'] as const).map((name) => (
              <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="rule"
                  className="size-5 accent-forest"
                  checked={name === rule}
                  disabled={isBusy}
                  onChange={() => change({ rule: name })}
                />
                {t(name)}
              </label>
            ))}
          </div>
          <p className="text-small text-mute">
            <ListAge readAt={readAt} />
          </p>
        </fieldset>
      </div>
      <div role="status" className="mt-4">
        {noticeOf(day)}
        {arrived ? <Spoken showing={arrived} /> : null}
      </div>
      {state?.of === protocol ? (
        <Attempt failure={state.failure ?? null} onRetry={() => void run(state.work)}>
          {t(state.work === 'sendingAnyway' ? 'showing' : state.work)}
        </Attempt>
      ) : null}
      {showings.length > 0 ? (
        <ol className="mt-4 grid gap-3">
          {showings.map((showing) => (
            <li
              key={showing.number}
              ref={showing === arrived ? comesIntoView : undefined}
              className={classNames('panel scroll-my-20', showing !== showings[0] && 'py-2')}
            >
              {showing === showings[0] ? (
                <ShowingSlip showing={showing} />
              ) : (
                <details>
                  <UnderlinedSummary>{titleOf(showing)}</UnderlinedSummary>
                  <ShowingSlip showing={showing} />
                </details>
              )}
            </li>
          ))}
        </ol>
      ) : null}
      <Morning />
    </>
  )
}

/** For those who hear the page: the latest slip is below all that they are at. */
function Spoken({ showing }: { showing: Showing }) {
  const { stamp, said } = outcomeOf(showing)
  return (
    <p className="sr-only">
      {t(stamp)}: {said}
    </p>
  )
}

/** Of a slip that is folded. */
const titleOf = (showing: Showing): string =>
  t('earlier', {
    ...{ number: showing.number, stamp: t(outcomeOf(showing).stamp), was: t(showing.isUp ? 'wasUp' : 'wasDown') },
  })

/** The visitor’s next step, or how things stand. */
function noticeOf({ isRevoked, isPublished, showings }: Day): ReactNode {
  if (isRevoked) return <p className="measure">{t(isPublished ? 'revokedUp' : 'revokedDown')}</p>
  return showings.length === 0 ? <p className="measure text-mute">{t('order')}</p> : null
}
