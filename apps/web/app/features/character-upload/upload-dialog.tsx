import { uploadTemplatePath } from '@lastmile/contracts/uploaded'
import {
  type ChangeEvent,
  type FormEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/app-thunk.ts'
import { type Upload, uploadCanceled } from '../../state/characters/characters-slice.ts'
import { uploadCharacter } from '../../state/characters/upload-thunks.ts'
import { trackedForm } from '../../tracking/forms.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fileLooks } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePick } from '../../visit/onboarding/use-pick.ts'
import { type FileProblem, type FileReading, fileKilobytes, readFile, refusalOf } from './read-file.ts'
import { t } from './texts.ts'
import { UploadProgress } from './upload-progress.tsx'

export interface UploadDialogProps {
  /** The required slug: the visit began with it. */
  expected?: string
  onClose: () => void
}

/**
 * Choose a file, press UPLOAD, wait while its credentials are registered (docs/product.md, section 4). The dialog
 * closes when the upload ends; closed earlier, the upload continues.
 */
export function UploadDialog({ expected, onClose }: UploadDialogProps) {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const upload = useAppSelector((state) => state.characters.upload)
  const wasUploading = useRef(false)
  const isWatched = useRef(true)
  const pick = usePick()

  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (wasUploading.current && upload === null) close()
    wasUploading.current = upload !== null
  }, [upload])

  const start = async (wanted: Upload) => {
    await dispatch(uploadCharacter(wanted))
    if (store.getState().characters.uploadedCharacter !== wanted.character) return
    // Visitors who closed the dialog may be elsewhere by now.
    if (expected === undefined && isWatched.current) pick(wanted.character.id)
    afterClosing(t(expected === undefined ? 'done' : 'doneVisit', { name: wanted.character.name }))
  }

  const leave = () => {
    isWatched.current = false
    onClose()
  }

  const cancel = () => {
    dispatch(uploadCanceled())
    afterClosing(t('canceled'))
  }

  if (upload === null) return <FileChoice expected={expected} onUpload={start} onClose={onClose} />
  return <UploadProgress upload={upload} onRetry={() => void start(upload)} onCancel={cancel} onClose={leave} />
}

/** Screen readers skip the page behind a dialog until the dialog closes. */
const afterClosing = (text: string) => setTimeout(() => announce(text))

function FileChoice({ expected, onUpload, onClose }: UploadDialogProps & { onUpload: (upload: Upload) => void }) {
  const store = useAppStore()
  const [file, setFile] = useState<File>()
  const [reading, setReading] = useState<FileReading>()
  const formId = useId()

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    const reason = chosen && refusalOf(chosen)
    setReading(reason === undefined ? undefined : { kind: 'refused', text: reason })
    setFile(reason === undefined ? chosen : undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    const result = await readFile(file, store.getState().characters.characters, expected)
    setReading(result)
    if (result.kind === 'character') onUpload(result)
  }

  return (
    <Dialog
      wide={reading?.kind === 'problems'}
      title={t('title')}
      onClose={onClose}
      data-testid="upload-dialog"
      dismiss={t('cancel')}
      actions={
        <Button type="submit" form={formId} disabled={file === undefined}>
          {t('submit')}
        </Button>
      }
    >
      <p>{t('intro')}</p>
      <p className="mt-2">
        <a
          href={uploadTemplatePath}
          download
          className="inline-flex min-h-11 items-center text-forest underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t('template')}
        </a>
      </p>
      <form id={formId} {...trackedForm('character-upload')} onSubmit={submit} className="mt-4">
        <label htmlFor={`${formId}-file`} className="font-semibold text-ink">
          {t('file')}
        </label>
        <input
          id={`${formId}-file`}
          type="file"
          accept=".json"
          aria-describedby={`${formId}-hint`}
          onChange={choose}
          className={classNames('mt-2', fileLooks)}
        />
        <p id={`${formId}-hint`} className="mt-2 text-small">
          {t('fileHint', { kilobytes: fileKilobytes })}
        </p>
      </form>
      {reading?.kind === 'refused' ? (
        <Notice tone="danger" className="mt-5">
          {reading.text}
        </Notice>
      ) : null}
      {reading?.kind === 'problems' ? <ProblemList file={file?.name ?? ''} problems={reading.problems} /> : null}
    </Dialog>
  )
}

/** More than one pass can fix; the rest is counted. */
const shownProblems = 50

/** Every problem of the file, with its path; takes the focus as the answer to the press. */
function ProblemList({ file, problems }: { file: string; problems: readonly FileProblem[] }) {
  const heading = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new problems need the focus again
  useEffect(() => heading.current?.focus(), [problems])
  const more = problems.length - shownProblems

  return (
    <section className="@container mt-5 rounded-2xl bg-clay-soft p-4 text-small text-ink" data-testid="problems">
      <p ref={heading} tabIndex={-1} className="flex gap-3 rounded-md font-semibold outline-offset-4">
        <Icon name="warning" size={22} className="text-clay" />
        {t('problems', { count: problems.length, file })}
      </p>
      <ol className="mt-3 grid gap-2.5 @min-[28rem]:pl-8.5">
        {problems.slice(0, shownProblems).map(({ path, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced, and a path may occur twice
          <li key={index} className="border-t border-edge/40 pt-2.5">
            <code translate="no" className="block font-mono text-tiny [overflow-wrap:anywhere]">
              {path || t('wholeFile')}
            </code>
            <span className="[overflow-wrap:anywhere]">{message}</span>
          </li>
        ))}
      </ol>
      {more > 0 ? <p className="mt-3 font-semibold @min-[28rem]:pl-8.5">{t('moreProblems', { count: more })}</p> : null}
    </section>
  )
}
