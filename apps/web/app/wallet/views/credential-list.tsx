import type { HeldCredential } from '@lastmile/holder'
import { hasFewPlaces } from '@lastmile/holder/disclosure'
import { useState } from 'react'
import { momentText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { CredentialStrip } from '../../ui/credential-card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { kindName, kindTitle, nameOf, withoutAges } from '../party-display.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Failure } from './failure.tsx'
import { asideWhereWide } from './layers.tsx'
import { PartyLine } from './party-line.tsx'

interface CredentialListProps {
  credentials: readonly HeldCredential[]
  openId: string
  onTurnTo: (id: string) => void
  onRemoved: (name: string) => void
}

export function CredentialList({ credentials, openId, onTurnTo, onRemoved }: CredentialListProps) {
  const isOfSeveralFormats = new Set(credentials.map(({ format }) => format)).size > 1
  return (
    <section aria-labelledby="wallet-credentials">
      <h3 id="wallet-credentials" className="text-[1.1875rem] leading-snug">
        {t('credentials')}
      </h3>
      {credentials.length > 0 ? (
        <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
          {credentials.map((credential) => (
            <li key={credential.id} data-testid="wallet-credential">
              <Held
                credential={credential}
                format={isOfSeveralFormats ? t(`format.${credential.format}`) : undefined}
                isOpen={credential.id === openId}
                onTurnTo={() => onTurnTo(credential.id)}
                onRemoved={onRemoved}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-small text-mute">{t('none')}</p>
      )}
    </section>
  )
}

interface HeldProps {
  credential: HeldCredential
  /** Named where it tells cards of one name apart. */
  format: string | undefined
  isOpen: boolean
  onTurnTo: () => void
  onRemoved: (name: string) => void
}

function Held({ credential, format, isOpen, onTurnTo, onRemoved }: HeldProps) {
  const { id, kind, from, attributes, receivedAt, revocable, revokedAt, doubt, unlinkable } = credential
  const [isRemoving, setRemoving] = useState(false)
  const { isBusy, failure, act } = useAction()
  const issuer = nameOf(from)
  const name = kindTitle(kind)
  const { others, stated, ages } = withoutAges(attributes)
  const remove = async () => {
    setRemoving(false)
    const { failure } = await act({ action: 'remove', args: [id] })
    if (!failure) onRemoved(kindName(kind, from))
  }
  return (
    <>
      <details
        open={isOpen}
        className="group text-small"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) onTurnTo()
        }}
      >
        <summary className="block cursor-pointer rounded-xl outline-offset-2 outline-forest focus-visible:rounded-xl group-open:@min-[48rem]:outline-2">
          <CredentialStrip
            issuer={format === undefined ? issuer : t('issuerAndFormat', { issuer, format })}
            name={name}
            state={revokedAt === undefined ? doubt : 'revoked'}
            mark={<Icon name="down" size={18} />}
          />
          <span className="sr-only">{t('details')}</span>
        </summary>
        <div className={asideWhereWide}>
          <div className="mt-2 grid gap-3 rounded-2xl border border-line bg-paper p-4 @min-[48rem]:mt-0">
            <ValueList values={others} isInWords />
            {ages ? <p className="font-semibold">{ages}</p> : null}
            {ages ? <ValueList values={stated} /> : null}
            <p className="text-mute">
              {t('received', { moment: momentText(new Date(receivedAt).toISOString()) })}{' '}
              {revokedAt === undefined
                ? t(revocable ? 'revocable' : 'notRevocable')
                : t('revokedAt', { moment: momentText(new Date(revokedAt).toISOString()) })}
            </p>
            {doubt && revokedAt === undefined ? <p className="font-semibold">{t('doubtful', { doubt })}</p> : null}
            {hasFewPlaces(credential) ? <p>{t('fewPlaces', { count: credential.registrySize ?? 0 })}</p> : null}
            {unlinkable === undefined ? null : <p className="text-mute">{t('unlinkable', { count: unlinkable })}</p>}
            <PartyLine party={from} />
            {failure ? <Failure failure={failure} /> : null}
            <p>
              <Button variant="quiet" size="small" onClick={() => setRemoving(true)}>
                {t('remove')}
                <span className="sr-only">{name}</span>
              </Button>
            </p>
          </div>
        </div>
      </details>
      <Dialog
        open={isRemoving}
        alert
        title={t('removeTitle', { credential: kindName(kind, from) })}
        onClose={() => setRemoving(false)}
        dismiss={t('keep')}
        actions={
          <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        }
      >
        <p>{t('removeText', { issuer: nameOf(from) })}</p>
      </Dialog>
    </>
  )
}
