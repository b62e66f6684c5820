import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, fieldLooks } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../texts.ts'
import { walletClient } from '../wallet-client.ts'
import { ScanDialog } from './scan-dialog.tsx'

interface InvitationFormProps {
  /** From the page's address: accepted only after the visitor agrees. */
  link?: string
  isReceiving: boolean
}

/** Accepts the link of an invitation from elsewhere. */
export function InvitationForm({ link = '', isReceiving }: InvitationFormProps) {
  const id = useId()
  const [value, setValue] = useState(link)
  const [isScanning, setScanning] = useState(false)
  const receive = async (given: string) => {
    setValue(given)
    const isTaken = await walletClient.receive(given)
    // A rejected link stays for another attempt.
    if (isTaken) setValue((current) => (current === given ? '' : current))
  }
  const connect = (event: FormEvent) => {
    event.preventDefault()
    void receive(value.trim())
  }
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="text-[1.1875rem] leading-snug">
        {t('add')}
      </h3>
      <p className="mt-1 mb-3 text-small text-mute">{t(link ? 'handed' : 'addText')}</p>
      <form onSubmit={connect} className="flex flex-wrap items-end gap-3">
        <Field id={id} label={t('addLabel')} className="min-w-0 flex-[1_1_12rem]">
          <input
            id={id}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            value={value}
            onChange={({ target }) => setValue(target.value)}
            className={fieldLooks}
          />
        </Field>
        <Button type="submit" variant="ghost" busy={isReceiving} disabled={value.trim() === ''}>
          {t('addNow')}
        </Button>
      </form>
      {link ? null : (
        <Button variant="quiet" size="small" className="mt-1" onClick={() => setScanning(true)}>
          <Icon name="camera" size={18} />
          {t('scan')}
        </Button>
      )}
      {isScanning ? (
        <ScanDialog
          onLink={(scanned) => {
            setScanning(false)
            void receive(scanned)
          }}
          onClose={() => setScanning(false)}
        />
      ) : null}
    </section>
  )
}
