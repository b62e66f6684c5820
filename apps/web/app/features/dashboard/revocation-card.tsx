import type { RevocationInfo } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/texts'
import { sameCredential, startCase } from '@lastmile/journey'
import { useId, useState } from 'react'
import { revokeCredential } from '../../exchanges/issuing/revocation-thunks.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { failureText } from '../../texts/failure-text.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

interface RevocationCardProps {
  info: RevocationInfo
  revoked: boolean
}

/** Takes a credential back, as its issuer could, and says what that does. */
export function RevocationCard({ info, revoked }: RevocationCardProps) {
  const dispatch = useAppDispatch()
  const name = startCase(info.credentialName)
  const isBusy = useAppSelector((state) => state.credentials.isLoading)
  const failure = useAppSelector(({ credentials: { revocationError } }) =>
    revocationError && sameCredential(revocationError.name, name) ? revocationError : null,
  )
  const [isRequested, setRequested] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const textId = useId()

  const revoke = async () => {
    setRequested(true)
    announce(`Revoking ${name}.`)
    await dispatch(revokeCredential({ name: info.credentialName, comment: info.title }))
  }

  return (
    <article data-testid={`revocation-${name}`} className="panel">
      <div className="flex flex-wrap items-center gap-4">
        {info.credentialIcon ? (
          <img src={info.credentialIcon} alt="" width={48} height={48} className="size-12 shrink-0 rounded-xl" />
        ) : null}
        <div className="min-w-0 flex-1 basis-44">
          <h3 className="text-heading">{info.title}</h3>
          <p className="mt-1 text-small text-mute">{name}</p>
        </div>
        <div aria-live="polite">
          {revoked ? (
            <p className="inline-flex items-center gap-2 rounded-full bg-clay-soft px-4 py-2 font-semibold text-clay">
              <Icon name="cross" size={18} />
              Revoked
            </p>
          ) : (
            <Button variant="danger" busy={isBusy && isRequested} onClick={revoke}>
              {isBusy && isRequested ? 'Revoking' : labels.revoke}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </div>
      <p id={textId} hidden={!isOpen} className="measure mt-4 text-mute">
        {info.description}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="mt-2"
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? labels.readLess : labels.readMore}
        <span className="sr-only"> about revoking {name}</span>
      </Button>
      <Dialog
        open={failure !== null && isRequested && !isBusy}
        alert
        title={`${name} could not be revoked.`}
        onClose={() => setRequested(false)}
        actions={
          <>
            {failure?.temporary ? <Button onClick={revoke}>{labels.tryAgain}</Button> : null}
            <Button variant={failure?.temporary ? 'ghost' : 'primary'} onClick={() => setRequested(false)}>
              {failure?.temporary ? 'Not now' : 'OK'}
            </Button>
          </>
        }
      >
        <p>{failure ? failureText(failure) : null} The credential is still valid.</p>
      </Dialog>
    </article>
  )
}
