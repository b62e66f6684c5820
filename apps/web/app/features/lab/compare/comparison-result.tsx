import type { Protocol } from '@lastmile/contracts'
import type { Comparison, SettingName } from '@lastmile/lab/comparison'
import { type Match, scoreOf } from '@lastmile/lab/linker'
import { dayText, numberText } from '../../../texts/formats.ts'
import { classNames } from '../../../ui/class-names.ts'
import { comesIntoView } from '../../../ui/comes-into-view.ts'
import { UnderlinedSummary } from '../../../ui/underlined-summary.tsx'
import { Switch } from '../switch.tsx'
import { measured } from './measured.ts'
import { t } from './texts.ts'

interface ComparisonResultProps extends Pick<Comparison, 'links' | 'anonymitySet'> {
  setting: SettingName
  isIssuerIn: boolean
  onIssuer: (isIn: boolean) => void
  /** It was asked for just now. */
  isNew: boolean
}

type Outcome = Pick<ComparisonResultProps, 'setting' | 'links' | 'isIssuerIn'>

function outcomeOf({ setting, links, isIssuerIn }: Outcome) {
  const [own = [], ...others] = links.map(({ alone, withIssuer }) => (isIssuerIn ? withIssuer : alone))
  const candidates = 1 + others.filter((other) => scoreOf(other) >= scoreOf(own)).length
  return {
    own,
    candidates,
    found: foundText(candidates, links.length),
    said: t(`${setting}${isIssuerIn ? 'Issuer' : ''}Says`),
  }
}

function foundText(count: number, all: number): string {
  if (count === 1) return t('found')
  return count === all ? t('anyone', { all }) : t('someone', { count, all })
}

/** For those who hear the page. */
export function spokenOutcome(outcome: Outcome): string {
  const { found, said } = outcomeOf(outcome)
  return `${found} ${said}`
}

/** Equal ones once, with their number: a card has many digests. */
function rowsOf(matches: readonly Match[]) {
  const rows = new Map<string, Match & { count: number }>()
  for (const match of matches) {
    const key = `${match.kind} ${match.name} ${match.weight}`
    rows.set(key, { ...match, count: (rows.get(key)?.count ?? 0) + 1 })
  }
  return [...rows]
}

/** Traces that no cryptography hides. */
const beyond = ['address', 'moment', 'rare', 'few'] as const
const beyondOf = { didcomm: ['forOne', 'socket', 'modulus'], openid4vc: ['listForOne', 'dates'] } as const

export const protocolOf = (setting: SettingName): Protocol =>
  setting === 'predicate' || setting === 'number' ? 'didcomm' : 'openid4vc'

/** Everything that the pooled records have in common: the visitor's at the shop, beside each at the library. */
export function ComparisonResult({ setting, links, anonymitySet, isIssuerIn, onIssuer, isNew }: ComparisonResultProps) {
  const { own, candidates, found, said } = outcomeOf({ setting, links, isIssuerIn })
  const protocol = protocolOf(setting)
  return (
    <section ref={isNew ? comesIntoView : undefined} className="panel mt-5 scroll-my-20" aria-labelledby="joined">
      <h2 id="joined" className="text-heading">
        {t('joined')}
      </h2>
      <Thread isWhole={candidates === 1} />
      <Switch isOn={isIssuerIn} onToggle={() => onIssuer(!isIssuerIn)} className="mt-3">
        {t('issuer')}
      </Switch>
      <div className="mt-2 grid gap-x-10 gap-y-3 @min-[60rem]/page:grid-cols-2">
        <div>
          <p data-testid="candidates" className="font-display text-heading font-semibold">
            {found}
          </p>
          {own.length > 0 ? (
            <Matches all={own} people={links.length} />
          ) : (
            <p className="mt-1 text-mute">{t('nothing')}</p>
          )}
          <p className="measure mt-2">{said}</p>
        </div>
        <div>
          {candidates > 1 ? <p className="measure mb-2">{t(`${protocol}Crowd`, { count: anonymitySet })}</p> : null}
          <p className="measure text-small text-mute">
            {t('measured', {
              pairs: numberText(measured.pairs),
              day: dayText(measured.day),
              area: numberText(measured.areas[setting][isIssuerIn ? 'withIssuer' : 'alone']),
            })}
          </p>
          <details>
            <UnderlinedSummary>{t('beyond')}</UnderlinedSummary>
            <ul className="measure grid list-disc gap-1 pl-5 text-small">
              {[...beyond, ...beyondOf[protocol]].map((what) => (
                <li key={what}>{t(what)}</li>
              ))}
            </ul>
          </details>
        </div>
      </div>
    </section>
  )
}

/** In one line, and each by name in a fold. */
function Matches({ all, people }: { all: readonly Match[]; people: number }) {
  const rows = rowsOf(all)
  // Of two records for each person, only these two have it.
  const isEnough = ({ weight }: Match) => Math.exp(weight) > people - 0.5
  const enough = rows.filter(([, match]) => isEnough(match)).length
  return (
    <>
      <p data-testid="matches" className="mt-1 font-semibold">
        {t(enough === rows.length ? 'matchesEach' : 'matchesSome', { count: rows.length, enough })}
      </p>
      <details>
        <UnderlinedSummary>{t('inBoth')}</UnderlinedSummary>
        <ul className="mt-1 text-small">
          {rows.map(([key, match]) => (
            <li key={key} className="border-t border-line py-1.5">
              {t(`${match.kind}Kind`)} <code translate="no">{match.name}</code>
              {match.count > 1 ? ` × ${numberText(match.count)}` : null}
              {isEnough(match)
                ? null
                : ` (${t('likelier', { times: numberText(Number(Math.exp(match.weight).toFixed(1))) })})`}
            </li>
          ))}
        </ul>
        <p className="measure mt-2 text-small text-mute">{t('rarity')}</p>
      </details>
    </>
  )
}

/** The path between the two records: whole where they are joined. */
const Thread = ({ isWhole }: { isWhole: boolean }) => (
  <div aria-hidden="true" data-whole={isWhole} className="mt-4 flex items-center gap-2 text-small font-semibold">
    <span>{t('shopShort')}</span>
    <span className={classNames('dotted-path text-amber', isWhole ? 'flex-1' : 'w-1/5')} />
    {isWhole ? null : <span className="flex-1" />}
    {isWhole ? null : <span className="dotted-path w-1/5 text-amber" />}
    <span>{t('libraryShort')}</span>
  </div>
)
