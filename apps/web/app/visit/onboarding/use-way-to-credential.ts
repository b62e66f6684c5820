import type { Character } from '@lastmile/contracts'
import { confirmedPersonName, confirmedPersonPath } from '@lastmile/contracts/constants'
import { phaseOf } from '@lastmile/contracts/lifecycles'
import { type CredentialSource, credentialSource, sameCredential } from '@lastmile/journey'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { credentialForgotten } from '../../exchanges/issuing/credentials-slice.ts'
import { replaceCredential } from '../../exchanges/issuing/issuance-thunks.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { onboardingPage } from './reopening.ts'

type Page = [path: string, options?: NavigateOptions]

/**
 * Finds what leads to a credential: the screen that issues it, the current character's if possible, else another's. One
 * that this visit received before is offered anew where the visitor is, or typed anew.
 */
export function useWayToCredential() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const dispatch = useAppDispatch()
  const current = useAppSelector(selectCurrentCharacter)
  const characters = useAppSelector((state) => state.characters.characters)
  const received = useAppSelector((state) => state.credentials.issuedCredentials).filter(({ state }) =>
    ['reached', 'revoked'].includes(phaseOf('credential', state)),
  )
  return (name: string) => {
    const source = current && credentialSource(current, name)
    const page = pageOf(name, current, source, characters)
    if (!page) return undefined
    const earlier = received.find((entry) => sameCredential(entry.name, name))
    const go = async () => {
      if (earlier && source && isTyped(source)) {
        dispatch(credentialForgotten(earlier.id))
        return navigate(page[0], { state: { screenId: 'PERSON_INFORMATION', returnTo: pathname } })
      }
      const isOffered = earlier && source && (await dispatch(replaceCredential(source.credential)).unwrap())
      if (!isOffered) await navigate(...page)
    }
    return { path: page[0], go: () => void go() }
  }
}

const isTyped = ({ credential }: CredentialSource) => credential.attributes.some(({ entry }) => entry)

function pageOf(
  name: string,
  current: Character | undefined,
  own: CredentialSource | undefined,
  characters: readonly Character[],
): Page | undefined {
  if (current && own?.at.kind === 'onboarding') return onboardingPage(current.id, own.at.screenId)
  if (own?.at.kind === 'useCase') return [`/uc/${own.at.slug}`]
  if (name === confirmedPersonName) return [confirmedPersonPath]
  const other = characters.find((character) => credentialSource(character, name)?.at?.kind === 'onboarding')
  return other && [`/demo/${other.id}`]
}
