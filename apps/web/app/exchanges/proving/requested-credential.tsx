import type { CredentialRequirement, UseCase } from '@lastmile/contracts'
import { askedBy, credentialNamed, isIssuedWithin, labelOf, requestedCredentials } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { selectProtocolOf } from '../../state/preferences/protocol.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Fact, ProvedFact, provedFacts, shownFacts } from './proved-facts.tsx'
import { t } from './texts.ts'

/** Everything that a use case asks for, credential by credential. */
export const RequestedCredentials = ({ useCase }: { useCase: UseCase }) => (
  <ul className="mt-3 grid gap-4">
    {requestedCredentials(useCase).map((requirement) => (
      <li key={requirement.name}>
        <RequestedCredential requirement={requirement} useCase={useCase} />
      </li>
    ))}
  </ul>
)

interface RequestedCredentialProps {
  requirement: CredentialRequirement
  useCase: UseCase
}

/** A verifier's request for one credential: values to share, and facts to prove without sharing them. */
function RequestedCredential({ requirement: ofContent, useCase }: RequestedCredentialProps) {
  const protocol = useAppSelector((state) => selectProtocolOf(state, [ofContent.name]))
  const requirement = askedBy(protocol, ofContent)
  const credential = useAppSelector((state) => credentialNamed(selectCurrentCharacter(state), requirement.name))
  const isWithin = isIssuedWithin(useCase, requirement.name)
  const shown = shownFacts(requirement, credential)
  const proved = provedFacts(requirement, credential)
  return (
    <div className="@container">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5">
        {requirement.icon ? (
          <img
            src={requirement.icon}
            alt=""
            width={36}
            height={36}
            className="mt-0.5 size-9 shrink-0 rounded-lg @min-[18rem]:row-span-2"
          />
        ) : (
          <Icon name="shield" size={28} className="mt-0.5 text-forest @min-[18rem]:row-span-2" />
        )}
        <div className="@max-[18rem]:self-center">
          <p className="font-semibold">{labelOf(credential ?? requirement)}</p>
          {isWithin ? <p className="text-small text-mute">{t('receivedWithin')}</p> : null}
        </div>
        <dl className="mt-1 grid gap-1.5 text-small @max-[18rem]:col-span-full">
          <RequestedDetails how={t('shown')} facts={shown} />
          <RequestedDetails how={t(`proved.${protocol}`)} facts={proved} />
        </dl>
      </div>
    </div>
  )
}

function RequestedDetails({ how, facts }: { how: string; facts: Fact[] }) {
  if (facts.length === 0) return null
  return (
    <div>
      <dt className="text-tiny font-semibold text-forest">{how}</dt>
      {facts.map((fact) => (
        <dd key={`${fact.about} ${fact.condition}`} className="leading-snug text-mute">
          <ProvedFact fact={fact} />
        </dd>
      ))}
    </div>
  )
}
