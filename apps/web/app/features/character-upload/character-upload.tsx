import { uploadedPrefix } from '@lastmile/contracts/uploaded'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectLostUpload } from '../../state/characters/character-selectors.ts'
import { uploadRemoved } from '../../state/characters/characters-slice.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { endVisit } from '../../visit/end-visit.ts'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'
import { useUploadDialog } from './use-upload-dialog.tsx'

/** Lets a visitor upload a character where the operator allows it, or upload it again after a reload lost it. */
export function CharacterUpload() {
  const isOffered = useAppSelector((state) => state.preferences.characterUploadEnabled)
  const upload = useAppSelector((state) => state.characters.upload)
  const lost = useAppSelector(selectLostUpload)
  const { currentCharacter, uploadedCharacter } = useAppSelector((state) => state.characters)
  const dispatch = useAppDispatch()
  const dialog = useUploadDialog(currentCharacter === lost ? lost : undefined)

  const remove = () => {
    if (currentCharacter === uploadedCharacter?.id) void dispatch(endVisit('switch'))
    dispatch(uploadRemoved())
  }

  return (
    <>
      {lost !== undefined && upload === null ? <LostUpload slug={lost} onChoose={dialog.open} /> : null}
      {upload !== null || (isOffered && lost === undefined) ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button variant="ghost" onClick={dialog.open}>
            <Icon name="upload" size={18} />
            {t(upload === null ? 'open' : 'resume')}
          </Button>
          {uploadedCharacter && upload === null ? (
            <Button variant="quiet" onClick={remove}>
              {t('remove', { name: uploadedCharacter.name })}
            </Button>
          ) : null}
          {upload === null ? null : (
            <p className="text-small text-mute">
              {t('progressSays', { registered: upload.registered, total: upload.credentials.length })}
            </p>
          )}
        </div>
      ) : null}
      {dialog.element}
    </>
  )
}

/** Help after a reload lost the uploaded character: upload it again, or continue without it. */
function LostUpload({ slug, onChoose }: { slug: string; onChoose: () => void }) {
  const restart = useRestart()
  return (
    <Notice
      tone="warning"
      title={t('lostTitle')}
      data-testid="lost-upload"
      action={
        <>
          <Button size="small" onClick={onChoose}>
            {t('lostChoose')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => restart('/demo')}>
            {t('startAgain')}
          </Button>
        </>
      }
    >
      {t('lost', { slug: slug.slice(uploadedPrefix.length) })}
    </Notice>
  )
}
