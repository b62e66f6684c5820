import type { CredentialRequirement } from '@lastmile/contracts'
import { attributeLabelIn, credentialNamed, labelOf } from '@lastmile/journey'
import type { ReactNode } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Icon } from '../../ui/icon.tsx'
import { ProvedFact } from './proved-fact.tsx'
import { provedFacts } from './proved-facts.ts'
import { t } from './texts.ts'

/** A verifier's request for one credential: values to share, and facts to prove without sharing them. */
export function RequestedCredential({ requirement }: { requirement: CredentialRequirement }) {
  const credential = useAppSelector((state) => credentialNamed(selectCurrentCharacter(state), requirement.name))
  const shown = (requirement.properties ?? []).map((name) => attributeLabelIn(credential, name))
  const proved = provedFacts(requirement, credential)
  return (
    <div className="flex gap-3.5">
      {requirement.icon ? (
        <img src={requirement.icon} alt="" width={36} height={36} className="mt-0.5 size-9 shrink-0 rounded-lg" />
      ) : (
        <Icon name="shield" size={28} className="mt-0.5 text-forest" />
      )}
      <div className="min-w-0">
        <p className="font-semibold">{labelOf(credential ?? requirement)}</p>
        <dl className="mt-1 grid gap-1.5 text-small">
          {shown.length > 0 ? (
            <RequestedDetails how={t('shown')}>
              {shown.map((label) => (
                <Part key={label}>{label}</Part>
              ))}
            </RequestedDetails>
          ) : null}
          {proved.length > 0 ? (
            <RequestedDetails how={t('proved')}>
              {proved.map((fact) => (
                <Part key={`${fact.about} ${fact.condition}`}>
                  <ProvedFact fact={fact} />
                </Part>
              ))}
            </RequestedDetails>
          ) : null}
        </dl>
      </div>
    </div>
  )
}

function RequestedDetails({ how, children }: { how: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-tiny font-semibold text-forest">{how}</dt>
      {children}
    </div>
  )
}

const Part = ({ children }: { children: ReactNode }) => <dd className="leading-snug text-mute">{children}</dd>
