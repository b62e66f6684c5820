import { meaningOf } from '@lastmile/contracts/condition'
import type { HeldCredential, Missing, Party, ProofRequest, RequestItem, Wanted } from '@lastmile/holder'
import { hostOf } from '@lastmile/holder/disclosure'
import { type MouseEvent, useContext } from 'react'
import { conditionText } from '../../texts/condition-text.ts'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { attributeName, kindName, nameOf, standingOf } from '../party-display.ts'
import { t } from '../texts.ts'
import { closeWallet, hasRoomBeside, openWallet } from '../wallet-visibility.ts'
import { WayToCredential } from '../way-to-credential.ts'

interface MissingListProps {
  request: ProofRequest
  held: readonly HeldCredential[]
  /** Whether nothing else is missing, so that it could be sent and refused. */
  isRevoked: boolean
}

/** The reason a request can't be answered, and where to get the missing credentials. */
export function MissingList({ request, held, isRevoked }: MissingListProps) {
  const found = request.items.flatMap((item) => (item.missing ? [{ item, missing: item.missing }] : []))
  const reasons = [...new Set(found.map(({ item, missing }) => reasonText(item, missing, held, request.from)))]
  const wanted = found.flatMap(({ missing }) => wantedOf(missing, held))
  // A false statement stays false; all else may yet be had.
  const isNever = found.some(({ missing }) => missing.reason === 'false-predicate')
  const site = standingOf(request.from, location.host) === 'ours' ? [request.from.did, location.origin] : []
  const fromHere = wanted.filter(({ issuer }) => issuer && site.includes(issuer))
  const others = [...new Set(wanted.flatMap(({ issuer }) => (issuer && !site.includes(issuer) ? [issuer] : [])))]
  return (
    <Notice
      tone={isNever ? 'info' : 'warning'}
      title={isRevoked ? t('willRefuse', { name: nameOf(request.from) }) : t(isNever ? 'neverTrue' : 'missing')}
      action={fromHere.length > 0 ? <WayToGet names={fromHere.flatMap(({ name }) => name ?? [])} /> : null}
    >
      <ul className="grid gap-1">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {isRevoked ? <li>{t('learnsAllTheSame')}</li> : null}
        {others.map((issuer) => (
          <li key={issuer} className="wrap-anywhere">
            {t('elsewhereIssuer', { host: hostOf(issuer) ?? '–', did: issuer })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Credentials that would do; an expired one may be issued again by its issuer. */
function wantedOf(missing: Missing, held: readonly HeldCredential[]): Wanted[] {
  if ('wanted' in missing) return missing.wanted
  if (missing.reason === 'false-predicate') return []
  return held.flatMap(({ id, kind }) => (id === missing.credentialId ? [kind] : []))
}

/** Links to this site's issuing page for one of these, or else to the demo. */
function WayToGet({ names }: { names: readonly string[] }) {
  const wayTo = useContext(WayToCredential)
  const [way] = names.flatMap((name) => wayTo(name) ?? [])
  const follow = (event: MouseEvent) => {
    // The wallet moves along where there is room, and closes where there is not.
    if (hasRoomBeside()) openWallet()
    else closeWallet()
    if (!way) return
    event.preventDefault()
    way.go()
  }
  return (
    <Button size="small" variant="ghost" href={way?.path ?? '/demo'} onClick={follow}>
      {t('getItHere')}
    </Button>
  )
}

function reasonText(item: RequestItem, missing: Missing, held: readonly HeldCredential[], asking: Party): string {
  const namesOf = (names: readonly string[]) => listText(names.map((name) => attributeName(name, asking)))
  if (missing.reason === 'missing-credential') {
    const [named] = missing.wanted.flatMap(({ name }) => name ?? [])
    return named
      ? t('missingNamed', { credential: kindName({ name: named }, asking) })
      : t('missingKind', { what: namesOf(item.names) })
  }
  const card = held.find(({ id }) => id === missing.credentialId)
  const credential = kindName(card?.kind ?? {}, card?.from)
  if (missing.reason === 'false-predicate') {
    const { operator, bound } = missing.condition
    const meaning = meaningOf(missing.attribute, operator, bound, new Date())
    if (meaning.kind === 'age') return t('missing.age', { credential, years: meaning.years })
  }
  return t(`missing.${missing.reason}`, {
    credential,
    what: 'names' in missing ? namesOf(missing.names) : '',
    attribute: 'attribute' in missing ? attributeName(missing.attribute, asking) : '',
    condition: 'condition' in missing ? conditionText(missing.attribute, missing.condition) : '',
  })
}
