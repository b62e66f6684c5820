import type { CredentialRequirement } from '@lastmile/contracts'
import { attributeLabel, predicatesOf, startCase } from '@lastmile/journey'
import { Icon } from './icon.tsx'
import { predicateWords } from './predicate-words.ts'

/** What a verifier wants of one credential, and how each part is told: shown, or proved without being shown. */
export function RequestedCredential({ requirement }: { requirement: CredentialRequirement }) {
  const shown = requirement.properties ?? []
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
        <ul className="text-small text-mute">
          {shown.map((name) => (
            <li key={name}>
              {attributeLabel(name)} <span className="text-tiny">(shown)</span>
            </li>
          ))}
          {proved.map((words) => (
            <li key={words}>
              {words} <span className="text-tiny font-semibold text-forest">(proved, not shown)</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
