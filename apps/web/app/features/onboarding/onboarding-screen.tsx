import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { brand, confirmedPersonPath } from '@lastmile/contracts/site'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useCharacter } from '../../state/characters/use-character.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Arrival } from '../../visit/arrival.tsx'
import { DemoTools } from '../../visit/demo-tools.tsx'
import { LeaveBeginning } from '../../visit/leave-beginning.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'
import { t } from './texts.ts'

interface OnboardingScreenProps {
  /** The character in /demo/{slug}. */
  slug: string | undefined
  /** For an unknown slug. */
  notFound: ReactNode
  /** The upload of a character. */
  upload: ReactNode
}

/** The character onboarding demo (docs/product.md, section 2). */
export function OnboardingScreen({ slug, notFound, upload }: OnboardingScreenProps) {
  const current = useAppSelector((state) => state.characters.currentCharacter)
  const wanted = useCharacter(slug ?? current)
  const isFound = wanted.character || wanted.isUnknown || (slug ?? current) === null || isUploaded(slug ?? current)
  const isReady = wanted.characters.length > 0 && isFound

  if (slug !== undefined && isUploaded(slug) && !wanted.character) return <Navigate to="/demo" replace />
  if (slug === confirmedPersonSlug) return <Navigate to={confirmedPersonPath} replace />
  if (slug !== undefined && wanted.isUnknown) return notFound
  return (
    <DemoShell tools={<DemoTools />} leave={<LeaveBeginning />}>
      {isReady ? (
        <Arrival slug={slug}>
          <OnboardingSteps upload={upload} />
        </Arrival>
      ) : (
        <CharactersOnTheirWay {...wanted} />
      )}
    </DemoShell>
  )
}

type CharactersOnTheirWayProps = Pick<ReturnType<typeof useCharacter>, 'failure' | 'isTrying' | 'onRetry'>

function CharactersOnTheirWay({ failure, isTrying, onRetry }: CharactersOnTheirWayProps) {
  useEffect(() => {
    document.title = `${t('demo')} | ${brand}`
  }, [])

  return (
    <>
      <h1 className="sr-only">{t('demo')}</h1>
      <Attempt title={t('fetchFailed')} failure={failure} isTrying={isTrying} onRetry={onRetry}>
        {t('fetching')}
      </Attempt>
    </>
  )
}
