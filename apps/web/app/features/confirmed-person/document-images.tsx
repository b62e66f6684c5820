import { type ChangeEvent, Suspense, useId, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { hasCamera } from '../../ui/camera.ts'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { Icon } from '../../ui/icon.tsx'
import {
  type DocumentSide,
  documentImageRemoved,
  documentImageSet,
  documentSides,
} from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { PartNotFetched } from '../../visit/part-not-fetched.tsx'
import { smallPicture } from './small-picture.ts'
import { t } from './texts.ts'

const CameraDialog = fetchedLater(() => import('./camera-dialog.tsx').then((file) => file.CameraDialog), PartNotFetched)

const largestFile = 50 * 1024 * 1024

/** Photos of both sides of the document, shown here and never sent (docs/product.md, section 3). */
export function DocumentImages() {
  return (
    <fieldset>
      <legend className="flex flex-wrap items-baseline gap-x-3 font-display text-heading font-semibold">
        {t('images')}
        <span className="font-sans text-small font-normal text-mute">{t('images.optional')}</span>
      </legend>
      <p className="mt-3 flex items-start gap-2.5 text-small text-mute">
        <Icon name="lock" size={18} className="mt-0.5 text-forest" />
        {t('images.private')}
      </p>
      <div className="mt-5 grid gap-5 @min-[520px]:grid-cols-2">
        {documentSides.map((side) => (
          <DocumentImage key={side} side={side} />
        ))}
      </div>
    </fieldset>
  )
}

function DocumentImage({ side }: { side: DocumentSide }) {
  const dispatch = useAppDispatch()
  const kept = useAppSelector((state) => state.confirmedPerson.documentImages[side])
  const [isOpening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isCameraOpen, setCameraOpen] = useState(false)
  const headingId = useId()

  const keep = (image: string) => {
    dispatch(documentImageSet({ side, image }))
    setProblem(undefined)
    announce(t('images.added', { side }))
  }
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Allows choosing the same file again.
    target.value = ''
    if (!file || isOpening) return
    const { name } = file
    if (!file.type.startsWith('image/')) return setProblem(t('images.notImage', { name }))
    if (file.size > largestFile) return setProblem(t('images.tooLarge', { name }))
    setOpening(true)
    try {
      keep(await smallPicture(file))
    } catch {
      setProblem(t('images.unreadable', { name }))
    }
    setOpening(false)
  }
  const remove = () => {
    dispatch(documentImageRemoved(side))
    announce(t('images.removed', { side }))
    document.getElementById(headingId)?.focus()
  }
  const named = (action: string) => t('images.of', { action, side })

  return (
    <section
      aria-labelledby={headingId}
      className="rounded-2xl border border-line p-4"
      data-testid={`document-${side}`}
    >
      <h2 id={headingId} tabIndex={-1} className="font-sans text-small font-semibold outline-none">
        {t(`images.${side}`)}
      </h2>
      <div className="mt-3 grid aspect-[1.586] place-items-center overflow-hidden rounded-xl bg-sand text-small text-mute forced-colors:border">
        {kept ? (
          <img src={kept} alt={t('images.alt', { side })} className="size-full object-contain" />
        ) : (
          <span role="status">{isOpening ? t('images.opening') : <Icon name="camera" size={36} />}</span>
        )}
      </div>
      {problem ? (
        <p role="alert" className="mt-3 text-small font-semibold text-clay">
          {problem}
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {hasCamera() ? (
          <Button
            variant="ghost"
            size="small"
            onClick={() => setCameraOpen(true)}
            aria-label={named(t('images.camera'))}
          >
            {t('images.camera')}
          </Button>
        ) : (
          <PictureInput label={t('images.camera')} name={named(t('images.camera'))} onChange={take} capture />
        )}
        <PictureInput
          label={t(kept ? 'images.replace' : 'images.choose')}
          name={named(t(kept ? 'images.replace' : 'images.choose'))}
          onChange={take}
        />
        {kept ? (
          <Button variant="quiet" size="small" onClick={remove} aria-label={named(t('images.remove'))}>
            {t('images.remove')}
          </Button>
        ) : null}
      </div>
      {isCameraOpen ? (
        <Suspense fallback={null}>
          <CameraDialog side={side} onPicture={keep} onClose={() => setCameraOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

interface PictureInputProps {
  label: string
  /** The label with its subject, for people who can't see the surroundings. */
  name: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Opens the device's camera app, if any. */
  capture?: boolean
}

/** A file field for one picture, styled as a button. */
function PictureInput({ label, name, onChange, capture = false }: PictureInputProps) {
  return (
    <label className="relative inline-flex min-h-11 cursor-pointer items-center justify-center rounded-full px-4.5 py-2 text-center text-small font-semibold leading-tight text-ink inset-ring-[1.5px] inset-ring-edge transition-[background-color,box-shadow] duration-150 hover:bg-sand hover:inset-ring-forest has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-forest forced-colors:border-2">
      <span aria-hidden="true">{label}</span>
      <input
        type="file"
        name="documentImages"
        accept="image/*"
        capture={capture ? 'environment' : undefined}
        aria-label={name}
        onChange={onChange}
        className="sr-only"
      />
    </label>
  )
}
