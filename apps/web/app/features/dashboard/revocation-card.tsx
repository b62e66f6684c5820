import type { Character } from '@lastmile/contracts'
import { useId, useState } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShowAnyway, ShowNew } from '../../visit/use-cases/missing-credentials.tsx'
import { ReplaceRevoked } from '../../visit/use-cases/replace-revoked.tsx'
import { selectUseCaseCards } from '../../visit/use-cases/use-case-selectors.ts'
import { RevocationControl, type RevocationControlProps } from './revocation-control.tsx'
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
          <p className="mt-1 text-small text-mute">{credential}</p>
        </div>
        <RevocationControl {...revocation} />
      </div>
      {revoked ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {useCases.map((useCase) => (
            <ShowAnyway key={useCase.id} useCase={useCase} name={info.credentialName} variant="ghost" />
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
