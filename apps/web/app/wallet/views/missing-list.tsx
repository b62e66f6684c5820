import type { HeldCredential, Missing, ProofRequest, RequestItem } from '@lastmile/holder'
import { attributeLabel } from '@lastmile/journey'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { conditionText } from '../condition-text.ts'
import { t } from '../texts.ts'
import { standingOf } from '../who.ts'

interface MissingListProps {
  request: ProofRequest
  held: readonly HeldCredential[]
}

/** Why a request can't be answered, and where the visitor gets what is missing. */
export function MissingList({ request, held }: MissingListProps) {
  const found = request.items.flatMap((item) => (item.missing ? [{ item, missing: item.missing }] : []))
  const reasons = [...new Set(found.map(({ item, missing }) => reasonText(item, missing, held)))]
  const issuers = new Set(found.flatMap(({ missing }) => issuersOf(missing, held)))
  const site = standingOf(request.from, location.host) === 'ours' ? request.from.did : undefined
  const isFromHere = site !== undefined && issuers.has(site)
  const others = [...issuers].filter((issuer) => issuer !== site)
  return (
    <Notice
      tone="warning"
      title={t('missing')}
      action={
        isFromHere ? (
          <Button size="small" variant="ghost" to="/demo">
            {t('getItHere')}
          </Button>
        ) : null
      }
    >
      <ul className="grid gap-1">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {others.map((issuer) => (
          <li key={issuer} className="wrap-anywhere">
            {t('elsewhereIssuer', { issuer })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Who issues what would do; where it has lapsed, whoever issued it may issue it again. */
function issuersOf(missing: Missing, held: readonly HeldCredential[]): string[] {
  if ('wanted' in missing) return missing.wanted.flatMap(({ issuer }) => issuer ?? [])
  if (missing.reason === 'false-predicate') return []
  return held.flatMap(({ id, kind }) => (id === missing.credentialId ? [kind.issuer] : []))
}

function reasonText(item: RequestItem, missing: Missing, held: readonly HeldCredential[]): string {
  if (missing.reason === 'missing-credential') {
    const [named] = missing.wanted.flatMap(({ name }) => name ?? [])
    return named
      ? t('missingNamed', { credential: named })
      : t('missingKind', { what: listText(item.names.map(attributeLabel)) })
  }
  const credential = held.find(({ id }) => id === missing.credentialId)?.kind.name ?? t('unnamed')
  switch (missing.reason) {
    case 'wrong-issuer':
      return t('wrongIssuer', { credential })
    case 'revoked':
      return t('isRevoked', { credential })
    case 'expired':
      return t('expired', { credential, attribute: attributeLabel(missing.attribute) })
    case 'false-predicate': {
      const { attribute } = missing
      const condition = item.condition ? conditionText(attribute, item.condition) : ''
      return t('falsePredicate', { credential, attribute: attributeLabel(attribute), condition })
    }
  }
}
