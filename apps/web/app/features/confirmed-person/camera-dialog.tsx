import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type CameraProblem, cameraProblemOf, closeCamera, openCamera } from '../../ui/camera.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import type { DocumentSide } from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { videoFrame } from './small-picture.ts'
import { t } from './texts.ts'

interface CameraDialogProps {
  side: DocumentSide
  onPicture: (image: string) => void
  onClose: () => void
}

/** The camera's picture until the visitor takes one or leaves; both stop the camera. */
export function CameraDialog({ side, onPicture, onClose }: CameraDialogProps) {
  const [attempt, setAttempt] = useState(0)
  const { video, isPlaying, problem } = useCamera(attempt)

  const take = () => {
    if (!video.current) return
    onPicture(videoFrame(video.current))
    onClose()
  }

  return (
    <Dialog
      wide
      title={t('camera.title', { side })}
      onClose={onClose}
      dismiss={t('camera.cancel')}
      actions={
        problem ? (
          <Button onClick={() => setAttempt(attempt + 1)}>{t('camera.again')}</Button>
        ) : (
          <Button onClick={take} busy={!isPlaying}>
            {t('camera.take')}
          </Button>
        )
      }
      data-testid="camera"
    >
      <p>{t('camera.private')}</p>
      <div className="mt-4">
        {problem ? (
          <Notice tone="warning">{t(`camera.${problem}`)}</Notice>
        ) : (
          <>
            <video
              ref={video}
              muted
              playsInline
              aria-label={t('camera.view')}
              className="aspect-[1.586] max-h-[55dvh] w-full rounded-2xl bg-[#0b1411] object-contain"
            />
            <Waiting className="mt-4">{t(isPlaying ? 'camera.ready' : 'camera.starting')}</Waiting>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Shows the camera in a video element from its first frame. A new `attempt` restarts it. */
function useCamera(attempt: number) {
  const video = useRef<HTMLVideoElement>(null)
  const [outcome, setOutcome] = useState<{ attempt: number; problem?: CameraProblem }>()

  useEffect(() => {
    let stream: MediaStream | undefined
    let isLeft = false
    const start = async () => {
      try {
        const opened = await openCamera(1_920)
        // The visitor may leave the dialog during the permission prompt.
        if (isLeft) return closeCamera(opened)
        stream = opened
        if (!video.current) return
        video.current.srcObject = opened
        await video.current.play()
        if (!isLeft) setOutcome({ attempt })
      } catch (error) {
        if (!isLeft) setOutcome({ attempt, problem: cameraProblemOf(error) })
      }
    }
    void start()
    return () => {
      isLeft = true
      if (stream) closeCamera(stream)
    }
  }, [attempt])

  const known = outcome?.attempt === attempt ? outcome : undefined
  return { video, isPlaying: known !== undefined && known.problem === undefined, problem: known?.problem }
}
