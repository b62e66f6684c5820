import type { CredentialRequirement } from '@lastmile/contracts'
import { attributeLabel, predicatesOf, startCase } from '@lastmile/journey'
import { Icon } from './icon.tsx'
import { predicateWords } from './predicate-words.ts'
import { UnbrokenEnd } from './unbroken-end.tsx'

/** What a verifier wants of one credential, and how each part is told: shown, or proved without being shown. */
export function RequestedCredential({ requirement }: { requirement: CredentialRequirement }) {
  const shown = (requirement.properties ?? []).map(attributeLabel)
  const proved = predicatesOf(requirement).map(predicateWords)
  if (requirement.nonRevoked) proved.push('Not revoked')
  return (
    <div className="flex gap-3.5">
      {requirement.icon ? (
        <img src={requirement.icon} alt="" width={36} height={36} className="mt-0.5 size-9 shrink-0 rounded-lg" />
      ) : (
        <Icon name="shield" size={28} className="mt-0.5 shrink-0 text-forest" />
      )}
      <div className="min-w-0">
        <p className="font-semibold">{startCase(requirement.name)}</p>
        <dl className="mt-1 grid gap-1.5 text-small">
          {shown.length > 0 ? <Told how="Shown" parts={shown} /> : null}
          {proved.length > 0 ? <Told how="Proved, not shown" parts={proved} /> : null}
        </dl>
      </div>
    </div>
  )
}

function Told({ how, parts }: { how: string; parts: readonly string[] }) {
  return (
    <div>
      <dt className="text-tiny font-semibold text-forest">{how}</dt>
      {parts.map((part) => (
        <dd key={part} className="leading-snug text-mute">
          <UnbrokenEnd>{part}</UnbrokenEnd>
        </dd>
      ))}
    </div>
  )
}
