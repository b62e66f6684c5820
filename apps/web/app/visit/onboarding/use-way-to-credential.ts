import type { Character } from '@lastmile/contracts'
import { confirmedPersonName, confirmedPersonPath } from '@lastmile/contracts/constants'
import { phaseOf } from '@lastmile/contracts/lifecycles'
import { type CredentialSource, credentialSource, sameCredential } from '@lastmile/journey'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { forgetCredential, replaceCredential } from '../../exchanges/issuing/issuance-thunks.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { onboardingPage } from './reopened-onboarding.ts'

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
    const page = (current && source && pageAt(source.at, current.id, pathname)) ?? elsewhere(name, characters)
    if (!page) return undefined
    const earlier = received.find((entry) => sameCredential(entry.name, name))
    const go = async () => {
      if (earlier && source && isTyped(source)) {
        forgetCredential(dispatch, earlier)
        return navigate(page[0], { state: { screenId: 'PERSON_INFORMATION', returnTo: pathname } })
      }
      const isOffered = earlier && source && (await dispatch(replaceCredential(source.credential)).unwrap())
      if (!isOffered) await navigate(...page)
    }
    return { path: page[0], go: () => void go() }
  }
}

const isTyped = ({ credential }: CredentialSource) => credential.attributes.some(({ entry }) => entry)

const pageAt = (at: CredentialSource['at'], character: string, returnTo: string): Page =>
  at.kind === 'onboarding' ? onboardingPage(character, at.screenId, returnTo) : [`/uc/${at.slug}`]

function elsewhere(name: string, characters: readonly Character[]): Page | undefined {
  if (name === confirmedPersonName) return [confirmedPersonPath]
  const other = characters.find((character) => credentialSource(character, name)?.at?.kind === 'onboarding')
  return other && [`/demo/${other.id}`]
}
