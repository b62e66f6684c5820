import type { Character, CredentialRequirement, ExchangeRoute } from '@lastmile/contracts'
import { credentialLabel, credentialSource, includesCredential, routeOfOffer, sameCredential } from '@lastmile/journey'
import { Suspense, useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Button } from '../../ui/button.tsx'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { useWayToCredential } from '../onboarding/use-way-to-credential.ts'
import { PartNotFetched } from '../part-not-fetched.tsx'
import { t } from './texts.ts'
import { selectRevokedNames } from './use-case-selectors.ts'

const Replacement = fetchedLater(
  () => import('./replacement-offer.tsx').then((file) => file.Replacement),
  PartNotFetched,
)

interface GetNewProps {
  character: Character
  /** The credential that was revoked. */
  name: string
  /** The best thing to do next. */
  isFirst?: boolean
}

/** Has a revoked credential offered anew, and shows in place of the button how that goes. */
export function ReplaceRevoked({ character, name, isFirst = false }: GetNewProps) {
  const way = useWayToCredential()(name)
  const earlier = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.find((entry) => sameCredential(entry.name, name)),
  )
  /** Of the new offer, once it is asked for. */
  const [route, setRoute] = useState<ExchangeRoute>()
  const credential = credentialSource(character, name)?.credential
  if (!credential || !way) return null
  const ask = () => {
    setRoute(earlier && routeOfOffer(earlier))
    way.go()
  }
  return (
    <SteadyFocus className="grid justify-items-start gap-3">
      {route === undefined ? (
        <Button size="small" variant={isFirst ? 'primary' : 'ghost'} onClick={ask}>
          {t('getNew', { credential: credentialLabel(character, name) })}
        </Button>
      ) : (
        <div className="w-full">
          <Suspense fallback={null}>
            <Replacement credential={credential} route={route} onGiveUp={way.go} />
          </Suspense>
        </div>
      )}
    </SteadyFocus>
  )
}

/** For each revoked credential that was asked for: a new one. They are those of the moment that this is first shown. */
export function ReplaceRevokedOnes({ requirements }: { requirements: readonly CredentialRequirement[] }) {
  const character = useAppSelector(selectCurrentCharacter)
  const revoked = useAppSelector(selectRevokedNames)
  const [names] = useState(() =>
    requirements.map(({ name }) => name).filter((name) => includesCredential(revoked, name)),
  )
  return character && names.map((name) => <ReplaceRevoked key={name} character={character} name={name} isFirst />)
}
