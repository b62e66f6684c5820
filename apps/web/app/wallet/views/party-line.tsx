import { brand } from '@lastmile/contracts/site'
import type { Party } from '@lastmile/holder'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { isOfVisitor, standingOf } from '../party-display.ts'
import { t } from '../texts.ts'

/** The peer, and what is known about it beyond its own claims. */
export function PartyLine({ party }: { party: Party }) {
  const standing = standingOf(party, location.host)
  const isVisitors = standing === 'ours' && isOfVisitor(party)
  const isOurs = standing === 'ours' && !isVisitors
  return (
    <details className="text-small">
      <summary
        className={classNames(
          'inline-flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold',
          isOurs ? 'text-forest' : 'text-mute',
        )}
      >
        <Icon name={isOurs ? 'shield' : standing === 'checking' ? 'clock' : 'warning'} size={18} />
        {t(isOurs && party.label === brand ? 'itself' : isVisitors ? 'visitors' : standing)}
        <Icon name="down" size={16} />
      </summary>
      <div className="grid gap-1.5 rounded-xl bg-sand p-3.5">
        {isOurs ? <p className="text-tiny">{t('oursText')}</p> : null}
        <dl className="grid gap-1.5">
          {party.host ? <Fact name={t('host')} value={party.host} /> : null}
          {party.did ? <Fact name={t('did')} value={party.did} /> : null}
          {party.host || party.did ? null : <Fact name={t('did')} value="–" />}
        </dl>
      </div>
    </details>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-tiny text-mute">{name}</dt>
      <dd translate="no" className="text-tiny wrap-anywhere">
        {value}
      </dd>
    </div>
  )
}
