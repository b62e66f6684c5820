import type { Character, RevocationInfo } from '@lastmile/contracts'
import { timings } from '@lastmile/contracts/constants'
import { sameCredential } from '@lastmile/journey'
import { useEffect, useId, useState } from 'react'
import { revokeCredential } from '../../exchanges/issuing/revocation-thunks.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { failureText } from '../../texts/failure-text.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { comesIntoView } from '../../ui/comes-into-view.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { useElapsed } from '../../ui/use-elapsed.ts'
import { ShowAnyway, ShowNew } from '../../visit/use-cases/missing-credentials.tsx'
import { ReplaceRevoked } from '../../visit/use-cases/replace-revoked.tsx'
import { selectUseCaseCards } from '../../visit/use-cases/use-case-selectors.ts'
import { t } from './texts.ts'

/** Revokes a credential as its issuer could, explains the effect, and leads to where it is seen. */
export function RevocationCard({ character, ...revocation }: RevocationControlProps & { character: Character }) {
  const { info, credential, revoked } = revocation
  const [isOpen, setOpen] = useState(false)
  const [wasRevoked, setWasRevoked] = useState(revoked)
  if (revoked && !wasRevoked) setWasRevoked(true)
  const textId = useId()
  const useCases = useAppSelector(selectUseCaseCards).map((card) => card.useCase)
  return (
    <article className="panel">
      <div className="flex flex-wrap items-center gap-4">
        {info.credentialIcon ? (
          <img src={info.credentialIcon} alt="" width={48} height={48} className="size-12 shrink-0 rounded-xl" />
        ) : null}
        <div className="min-w-0 flex-1 basis-44">
          <h3 className="text-heading">{info.title}</h3>
          {info.title.includes(credential) ? null : <p className="mt-1 text-small text-mute">{credential}</p>}
        </div>
        <RevocationControl {...revocation} />
      </div>
      {revoked ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {useCases.map((useCase) => (
            <ShowAnyway key={useCase.id} useCase={useCase} name={info.credentialName} variant="primary" />
          ))}
          <ReplaceRevoked character={character} name={info.credentialName} />
        </div>
      ) : null}
      {wasRevoked && !revoked ? (
        <Notice tone="success" title={t('renewed', { credential })} className="mt-4">
          <div className="flex flex-wrap gap-x-5">
            {useCases.map((useCase) => (
              <ShowNew key={useCase.id} useCase={useCase} name={info.credentialName} />
            ))}
          </div>
        </Notice>
      ) : null}
      <p id={textId} hidden={!isOpen} className="measure mt-4 text-mute">
        {info.description}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="mt-2 -mb-2"
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'readLess' : 'readMore')}
        <span className="sr-only">{t('revoke.about', { credential })}</span>
      </Button>
    </article>
  )
}

interface RevocationControlProps {
  info: RevocationInfo
  /** Its display name. */
  credential: string
  issuer: string | undefined
  revoked: boolean
}

/** REVOKE with a confirmation, then the result, which keeps the focus. */
function RevocationControl({ info, credential, issuer, revoked }: RevocationControlProps) {
  const dispatch = useAppDispatch()
  const isLoading = useAppSelector((state) => state.credentials.isLoading)
  const failure = useAppSelector(({ credentials: { revocationError } }) =>
    revocationError && sameCredential(revocationError.name, info.credentialName) ? revocationError : null,
  )
  const [isAsking, setAsking] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isDone = revoked && isRequested

  useEffect(() => {
    if (isDone) announce(t('revoked.announced', { credential }))
  }, [isDone, credential])

  const revoke = async () => {
    setAsking(false)
    setRequested(true)
    setBusy(true)
    announce(t('revoke.started', { credential }))
    await dispatch(revokeCredential({ name: info.credentialName, comment: info.title }))
    setBusy(false)
  }

  return (
    <>
      <SteadyFocus>
        {revoked ? (
          <p
            ref={isRequested ? comesIntoView : undefined}
            className="inline-flex items-center gap-2 rounded-full bg-clay-soft px-4 py-2 font-semibold text-clay forced-colors:border"
          >
            <Icon name="cross" size={18} />
            {t('revoked')}
          </p>
        ) : (
          // One at a time: publishing takes seconds.
          <Button variant="danger" busy={isBusy} disabled={isLoading && !isBusy} onClick={() => setAsking(true)}>
            {isBusy ? t('revoke.busy') : t('revoke')}
            <span className="sr-only">{t('revoke.of', { credential })}</span>
          </Button>
        )}
      </SteadyFocus>
      {isBusy ? <SlowRevocation /> : null}
      <Dialog
        open={isAsking && !revoked}
        alert
        title={t('revoke.title', { credential })}
        onClose={() => setAsking(false)}
        dismiss={t('revoke.keep')}
        actions={
          <Button variant="danger" onClick={revoke}>
            {t('revoke')}
          </Button>
        }
      >
        <p>{issuer ? t('revoke.text', { issuer }) : t('revoke.text.noIssuer')}</p>
      </Dialog>
      <Dialog
        open={failure !== null && isRequested && !isBusy}
        alert
        title={t('revoke.failed', { credential })}
        onClose={() => setRequested(false)}
        actions={
          <>
            {failure?.temporary ? <Button onClick={revoke}>{t('tryAgain')}</Button> : null}
            <Button variant={failure?.temporary ? 'ghost' : 'primary'} onClick={() => setRequested(false)}>
              {failure?.temporary ? t('revoke.notNow') : t('revoke.ok')}
            </Button>
          </>
        }
      >
        <p>
          {failure ? failureText(failure) : null} {t('revoke.stillValid')}
        </p>
      </Dialog>
    </>
  )
}

function SlowRevocation() {
  const isSlow = useElapsed(timings.waitingHelp)
  return (
    <p role="status" className="w-full text-small text-mute empty:absolute empty:w-auto">
      {isSlow ? t('revoke.slow') : null}
    </p>
  )
}
