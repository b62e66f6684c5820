import { labelOf } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import type { CharacterUpload } from '../../state/characters/characters-slice.ts'
import { failureText, tryingAgainText } from '../../texts/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { t } from './texts.ts'

interface UploadProgressProps {
  upload: CharacterUpload
  onRetry: () => void
  onCancel: () => void
  onClose: () => void
}

/** Registration progress, credential by credential. */
export function UploadProgress({ upload, onRetry, onCancel, onClose }: UploadProgressProps) {
  const isUploading = useAppSelector((state) => state.characters.isUploading)
  const { character, credentials, registered, error } = upload
  const says = t('progressSays', { registered, total: credentials.length })

  return (
    <Dialog
      title={t('progress', { name: character.name })}
      onClose={onClose}
      data-testid="upload-dialog"
      actions={
        <Button variant="ghost" onClick={onCancel}>
          {t('cancel')}
        </Button>
      }
    >
      <p>{t('progressHint')}</p>
      <progress className="progress mt-5" max={credentials.length} value={registered} aria-label={says} />
      <p role="status" className="mt-2 font-semibold text-ink">
        {says}
      </p>
      <ul className="mt-3">
        {credentials.map((credential, index) => (
          <Credential
            // biome-ignore lint/suspicious/noArrayIndexKey: two credentials may share a name, and their order stays
            key={index}
            name={labelOf(credential)}
            state={stateOf(index, registered, isUploading)}
          />
        ))}
      </ul>
      {error && isUploading ? (
        <Notice tone="warning" className="mt-5">
          {tryingAgainText(error)}
        </Notice>
      ) : null}
      {error && !isUploading ? (
        <Notice tone="danger" className="mt-5" title={t('failedTitle')} action={<TryAgain onClick={onRetry} />}>
          {t('goesOn', { failure: failureText(error) })}
        </Notice>
      ) : null}
    </Dialog>
  )
}

type RegistrationState = 'registered' | 'registering' | 'waiting'

function stateOf(index: number, registered: number, isUploading: boolean): RegistrationState {
  if (index < registered) return 'registered'
  return index === registered && isUploading ? 'registering' : 'waiting'
}

function Credential({ name, state }: { name: string; state: RegistrationState }) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-t border-line py-2 text-small text-ink first:border-t-0">
      <span className="grid size-6 shrink-0 place-items-center text-forest">
        {state === 'registered' ? <Icon name="tick" /> : null}
        {state === 'registering' ? <Icon name="clock" className="animate-pulse-soft" /> : null}
        {state === 'waiting' ? <span className="size-2 rounded-full border-[1.5px] border-edge" /> : null}
      </span>
      <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{name}</span>
      <span className={classNames('text-tiny', state === 'waiting' && 'text-mute')}>{t(`state.${state}`)}</span>
    </li>
  )
}
