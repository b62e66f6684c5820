import type { Character, UseCase } from '@lastmile/contracts'
import {
  type CredentialSource,
  credentialLabel,
  credentialSource,
  type Lock,
  requestedCredentials,
  sameCredential,
} from '@lastmile/journey'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { marked } from '../navigation-mark.ts'
import { onboardingPage } from '../onboarding/reopened-onboarding.ts'
import { HeldInOtherFamily, SwitchFamily } from './held-in-other-family.tsx'
import { ReplaceRevoked } from './replace-revoked.tsx'
import { t } from './texts.ts'
import { selectUseCaseCards } from './use-case-selectors.ts'

interface MissingCredentialsProps {
  character: Character
  useCase: UseCase
  lock: Extract<Lock, { locked: true }>
}

/** Each credential that keeps a use case locked: its issuer, and where to get it. */
export function MissingCredentials({ character, useCase, lock }: MissingCredentialsProps) {
  return (
    <div className="grid gap-3">
      <ul aria-label={t('list')} className="grid gap-3">
        {lock.credentials.map((name) => (
          <li
            key={name}
            className="flex gap-3 rounded-2xl bg-sand p-4 text-small @max-[24rem]/page:block @max-[24rem]/page:p-3"
          >
            <Icon
              name={lock.because === 'revoked' ? 'cross' : 'lock'}
              size={18}
              className="mt-0.5 text-mute @max-[24rem]/page:float-left @max-[24rem]/page:mr-2"
            />
            <Missing character={character} useCase={useCase} name={name} lock={lock} />
          </li>
        ))}
      </ul>
      {lock.because === 'otherFamily' ? (
        <SwitchFamily character={character} useCase={useCase} elsewhere={lock.credentials} />
      ) : null}
    </div>
  )
}

function Missing({ character, useCase, lock, name }: MissingCredentialsProps & { name: string }) {
  const isRevoked = lock.because === 'revoked'
  // The offer of a new one takes the revoked one's place, here too.
  const [wasRevoked] = useState(isRevoked)
  const source = credentialSource(character, name)
  const issuer = source?.issuer
  const credential = credentialLabel(character, name)
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {issuer ? t('needed', { credential, issuer }) : t('needed.noIssuer', { credential })}
      </p>
      {isRevoked || wasRevoked ? (
        <>
          {isRevoked ? <p className="text-mute">{issuer ? t('revoked', { issuer }) : t('revoked.noIssuer')}</p> : null}
          <div className="mt-3 grid justify-items-start gap-1">
            <ReplaceRevoked character={character} name={name} />
            {isRevoked ? <ShowAnyway useCase={useCase} name={name} /> : null}
          </div>
        </>
      ) : lock.because === 'otherFamily' ? (
        <HeldInOtherFamily character={character} useCase={useCase} name={name} elsewhere={lock.credentials} />
      ) : (
        <WayToGet character={character} source={source} credential={credential} />
      )}
    </div>
  )
}

interface ShownProps {
  useCase: UseCase
  name: string
}

/** The verifier that asks whether the credential is revoked. */
function asksWhetherRevoked({ useCase, name }: ShownProps): string | undefined {
  const isAsked = requestedCredentials(useCase).some((asked) => sameCredential(asked.name, name) && asked.nonRevoked)
  return isAsked ? useCase.screens.find((screen) => screen.verifier)?.verifier?.name : undefined
}

/** The way to the verifier that accepts the new one. */
export function ShowNew(props: ShownProps) {
  const verifier = asksWhetherRevoked(props)
  if (!verifier) return null
  return (
    <Button variant="quiet" size="small" className="-mb-2" to={`/uc/${props.useCase.id}`}>
      {t('showNew', { verifier })}
    </Button>
  )
}

/** Where the verifier asks whether it is revoked: the way to its refusal. */
export function ShowAnyway({ variant = 'quiet', ...props }: ShownProps & { variant?: 'quiet' | 'primary' }) {
  const navigate = useNavigate()
  const verifier = asksWhetherRevoked(props)
  if (!verifier) return null
  const { useCase } = props
  return (
    <Button
      variant={variant}
      size="small"
      className={variant === 'quiet' ? '-mb-2' : undefined}
      onClick={() => void navigate(`/uc/${useCase.id}`, { state: marked('isShownAnyway') })}
    >
      {t('showAnyway', { verifier })}
    </Button>
  )
}

interface WayToGetProps {
  character: Character
  source: CredentialSource | undefined
  credential: string
}

function WayToGet({ character, source, credential }: WayToGetProps) {
  const { at, issuer } = source ?? {}
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const playable = useAppSelector(selectUseCaseCards)
  if (at?.kind === 'onboarding') {
    return (
      <>
        <p className="text-mute">{issuer ? t('inOnboarding', { issuer }) : t('inOnboarding.noIssuer')}</p>
        <Button
          variant="quiet"
          size="small"
          className="-mb-2"
          onClick={() => void navigate(...onboardingPage(character.id, at.screenId, pathname))}
        >
          {t('toOnboarding', { credential })}
        </Button>
      </>
    )
  }
  if (at && playable.some(({ useCase }) => useCase.id === at.slug)) {
    return (
      <>
        <p className="text-mute">{t('inUseCase', { useCase: at.name })}</p>
        <Button variant="quiet" size="small" className="-mb-2" to={`/uc/${at.slug}`}>
          {t('toUseCase', { credential })}
        </Button>
      </>
    )
  }
  return <p className="text-mute">{t('nowhere')}</p>
}
