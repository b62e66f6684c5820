import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, fieldLooks, fileLooks } from '../../ui/field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { longestFile } from '../wallet-file.ts'
import type { WalletFailure } from '../worker/messages.ts'
import { Failure } from './failure.tsx'
import type { WalletDialogProps } from './layers.tsx'

interface OpenFileDialogProps extends WalletDialogProps {
  /** The loss that the visitor must accept; undefined when there is none. */
  replaces?: string | undefined
}

/** Replaces this wallet with a file's, once the visitor agrees to lose it. */
export function OpenFileDialog({ replaces, onClose, onDone }: OpenFileDialogProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<WalletFailure>()
  const { isBusy, failure, act } = useAction()
  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const given = new FormData(event.currentTarget)
    const file = given.get('file')
    if (!(file instanceof File)) return
    const content = file.size > longestFile ? 'large-file' : await contentOf(file)
    const isRefused = typeof content === 'string'
    setRefusal(isRefused ? content : undefined)
    if (isRefused) return
    const answer = await act({ action: 'import', args: [content, String(given.get('password'))] })
    if (!answer.failure) onDone(t('fileOpened'))
  }
  const shown = refusal ?? failure
  return (
    <Dialog
      title={t('openFile')}
      onClose={onClose}
      dismiss={t('cancel')}
      actions={
        <Button type="submit" form={id} busy={isBusy}>
          {t('openNow')}
        </Button>
      }
    >
      <p>{t('openFileLead')}</p>
      <form id={id} onSubmit={open} className="mt-5 grid gap-4 text-ink">
        <Field id={`${id}-file`} label={t('file')}>
          <input id={`${id}-file`} name="file" type="file" accept=".json" required className={fileLooks} />
        </Field>
        <Field id={`${id}-password`} label={t('filePassword')}>
          <input
            id={`${id}-password`}
            name="password"
            type="password"
            autoComplete="off"
            required
            maxLength={1_000}
            className={fieldLooks}
          />
        </Field>
        {replaces === undefined ? null : (
          <label className="flex min-h-11 cursor-pointer items-start gap-3 text-small">
            <input type="checkbox" required className="mt-0.5 size-5 shrink-0 accent-forest" />
            {replaces}
          </label>
        )}
        {isBusy ? <Waiting>{t('deriving')}</Waiting> : null}
        {shown && !isBusy ? <Failure failure={shown} /> : null}
      </form>
    </Dialog>
  )
}

/** A file that moved, or that the browser may not read, counts as no wallet. */
const contentOf = (file: File): Promise<Uint8Array<ArrayBuffer> | WalletFailure> =>
  file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => 'unreadable-file',
  )
