import type { Character, IssuedCredential, Protocol, UseCase } from '@lastmile/contracts'
import { verifierOf } from '@lastmile/contracts/party-of-screen'
import { defaultProtocol, familyOf } from '@lastmile/contracts/protocols'
import { credentialLabel, credentialSource, includesCredential, sameCredential } from '@lastmile/journey'
import { useLocation, useNavigate } from 'react-router'
import { forgetCredential } from '../../exchanges/issuing/issuance-thunks.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { protocolChosen } from '../../state/demo-actions.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { connectScreenBefore, selectOnboardingSteps } from '../onboarding/onboarding-selectors.ts'
import { onboardingPage } from '../onboarding/reopened-onboarding.ts'
import { t } from './texts.ts'

interface HeldInOtherFamilyProps {
  character: Character
  useCase: UseCase
  name: string
  /** All that is held in the other family. */
  elsewhere: readonly string[]
}

/** Says that a card is held in another family than those that it is asked for with, and has it issued in theirs. */
export function HeldInOtherFamily({ character, useCase, name, elsewhere }: HeldInOtherFamilyProps) {
  const asking = useAppSelector(selectProtocol)
  const family = useFamilyOf(name)
  const getAnew = useGetAnew(character, name)
  const screen = requestWith(useCase, name, elsewhere)
  if (!screen) return null
  const credential = credentialLabel(character, name)
  const values = {
    held: t(`family.${family}`),
    verifier: verifierOf(useCase, screen).name,
    others: labelsText(character, othersIn(screen, elsewhere)),
    asking: t(`family.${asking}`),
  }
  return (
    <>
      <p className="text-mute">{t('elsewhere', values)}</p>
      {getAnew ? (
        <Button size="small" className="mt-3" onClick={getAnew}>
          {t('getAnew', { credential, family: familyOf(asking).name })}
        </Button>
      ) : null}
    </>
  )
}

/** The other way round: the family of the cards that are held elsewhere, for which the rest is issued anew. */
export function SwitchFamily({ character, useCase, elsewhere }: Omit<HeldInOtherFamilyProps, 'name'>) {
  const dispatch = useAppDispatch()
  const family = useFamilyOf(elsewhere[0])
  const rest = elsewhere.flatMap((name) => {
    const screen = requestWith(useCase, name, elsewhere)
    return screen ? othersIn(screen, elsewhere) : []
  })
  return (
    <Button
      variant="quiet"
      size="small"
      className="justify-self-start"
      onClick={() => dispatch(protocolChosen(family))}
    >
      {t('switchFamily', { family: familyOf(family).name, credentials: labelsText(character, rest) })}
    </Button>
  )
}

/** The family in which a card is held. */
const useFamilyOf = (name = ''): Protocol =>
  useAppSelector(({ credentials }) => entryNamed(credentials.issuedCredentials, name)?.protocol ?? defaultProtocol)

const entryNamed = (issued: readonly IssuedCredential[], name: string) =>
  issued.find((entry) => sameCredential(entry.name, name))

/** Back to the screen that issues it, from where its issuer is met on, in the current family. */
function useGetAnew(character: Character, name: string): (() => void) | undefined {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { pathname } = useLocation()
  const steps = useAppSelector(selectOnboardingSteps)
  const entry = useAppSelector(({ credentials }) => entryNamed(credentials.issuedCredentials, name))
  const at = credentialSource(character, name)?.at
  if (!entry || !at) return undefined
  return () => {
    forgetCredential(dispatch, entry)
    if (at.kind === 'useCase') return void navigate(`/uc/${at.slug}`)
    void navigate(...onboardingPage(character.id, connectScreenBefore(steps, at.screenId) ?? at.screenId, pathname))
  }
}

const namesIn = ({ requestOptions }: UseCase['screens'][number]) =>
  requestOptions?.requestedCredentials.map(({ name }) => name) ?? []

const othersIn = (screen: UseCase['screens'][number], elsewhere: readonly string[]) =>
  namesIn(screen).filter((name) => !includesCredential(elsewhere, name))

/** The request that asks for the card together with one of the current family. */
const requestWith = ({ screens }: UseCase, name: string, elsewhere: readonly string[]) =>
  screens.find((screen) => includesCredential(namesIn(screen), name) && othersIn(screen, elsewhere).length > 0)

const labelsText = (character: Character, names: readonly string[]) =>
  listText([...new Set(names)].map((name) => credentialLabel(character, name)))
