import type { Character, CredentialRequirement } from '@lastmile/contracts'
import { credentialLabel, credentialSource, includesCredential, sameCredential } from '@lastmile/journey'
import { useState } from 'react'
import type { CredentialOfContent } from '../../api/credential-definition.ts'
import { IssuanceProgress } from '../../exchanges/issuing/issuance-progress.tsx'
import { useIssuance } from '../../exchanges/issuing/use-issuance.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Button } from '../../ui/button.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { useWayToCredential } from '../onboarding/use-way-to-credential.ts'
import { t } from './texts.ts'
import { selectRevokedNames } from './use-case-selectors.ts'

interface GetNewProps {
  character: Character
  /** The credential that was revoked. */
  name: string
  /** The best thing to do next. */
  isFirst?: boolean
}

/** Has a revoked credential offered anew, and shows in place of the button how that goes. */
export function GetNew({ character, name, isFirst = false }: GetNewProps) {
  const way = useWayToCredential()(name)
  const earlier = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.find((entry) => sameCredential(entry.name, name)),
  )
  /** The connection that the new offer goes over, once it is asked for. */
  const [connectionId, setConnectionId] = useState<string>()
  const credential = credentialSource(character, name)?.credential
  if (!credential || !way) return null
  const ask = () => {
    setConnectionId(earlier?.connectionId ?? undefined)
    way.go()
  }
  return (
    <SteadyFocus className="grid justify-items-start gap-3">
      {connectionId === undefined ? (
        <Button size="small" variant={isFirst ? 'primary' : 'ghost'} onClick={ask}>
          {t('getNew', { credential: credentialLabel(character, name) })}
        </Button>
      ) : (
        <Replacement credential={credential} connectionId={connectionId} onGiveUp={way.go} />
      )}
    </SteadyFocus>
  )
}

/** For each revoked credential that was asked for: a new one. They are those of the moment that this is first shown. */
export function GetNewOnes({ requirements }: { requirements: readonly CredentialRequirement[] }) {
  const character = useAppSelector(selectCurrentCharacter)
  const revoked = useAppSelector(selectRevokedNames)
  const [names] = useState(() =>
    requirements.map(({ name }) => name).filter((name) => includesCredential(revoked, name)),
  )
  return character && names.map((name) => <GetNew key={name} character={character} name={name} isFirst />)
}

interface ReplacementProps {
  credential: CredentialOfContent
  connectionId: string
  onGiveUp: () => void
}

function Replacement({ credential, connectionId, onGiveUp }: ReplacementProps) {
  const { isMissing: _, ...issuance } = useIssuance([credential], { id: connectionId, isDeepLink: false })
  return <IssuanceProgress {...issuance} onRestart={onGiveUp} />
}
