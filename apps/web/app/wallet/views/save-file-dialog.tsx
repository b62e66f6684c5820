import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { Field, fieldLooks } from '../../ui/field.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { fileNameOn, shortestPassword } from '../wallet-file.ts'
import { Failure } from './failure.tsx'
import type { WalletDialogProps } from './layers.tsx'

type Problem = 'passwordShort' | 'passwordsDiffer'

/** Asks for a password and saves the wallet as a file. */
export function SaveFileDialog({ onClose, onDone }: WalletDialogProps) {
  const id = useId()
  const [problem, setProblem] = useState<Problem>()
  const { isBusy, failure, act } = useAction()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const given = new FormData(form)
    const password = String(given.get('password'))
    const found = problemOf(password, String(given.get('again')))
    setProblem(found)
    if (found) {
      const wrong = form.elements.namedItem(found === 'passwordShort' ? 'password' : 'again')
      if (wrong instanceof HTMLElement) wrong.focus()
      return
    }
    const { file } = await act({ action: 'export', args: [password] })
    if (!file) return
    const name = fileNameOn(new Date())
    download(file, name)
    onDone(t('fileSaved', { name }))
  }
  const passwordField = (name: 'password' | 'again', wrong: Problem) => {
    const error = problem === wrong
    return (
      <Field
        id={`${id}-${name}`}
        label={t(name === 'password' ? 'password' : 'passwordAgain')}
        error={error ? t(wrong, { count: shortestPassword }) : undefined}
      >
        <input
          id={`${id}-${name}`}
          name={name}
          type="password"
          autoComplete="new-password"
          aria-invalid={error || undefined}
          aria-describedby={error ? `${id}-${name}-error` : undefined}
          maxLength={1_000}
          className={fieldLooks}
        />
      </Field>
    )
  }
  return (
    <Dialog
      title={t('saveFile')}
      onClose={onClose}
      dismiss={t('cancel')}
      actions={
        <Button type="submit" form={id} busy={isBusy}>
          {t('save')}
        </Button>
      }
    >
      <p>{t('saveFileLead')}</p>
      <p className="mt-2">{t('passwordWhy', { count: shortestPassword })}</p>
      <form id={id} noValidate onSubmit={save} className="mt-5 grid gap-4 text-ink">
        {passwordField('password', 'passwordShort')}
        {passwordField('again', 'passwordsDiffer')}
        {isBusy ? <Waiting>{t('deriving')}</Waiting> : null}
        {failure ? <Failure failure={failure} /> : null}
      </form>
    </Dialog>
  )
}

function problemOf(password: string, again: string): Problem | undefined {
  if (password.length < shortestPassword) return 'passwordShort'
  return password === again ? undefined : 'passwordsDiffer'
}
