import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CameraProblem } from '../../ui/camera.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { isLink, scan } from '../scanning/scan.ts'
import { t } from '../texts.ts'

interface ScanDialogProps {
  onLink: (link: string) => void
  onClose: () => void
}

/** Scans an invitation; the camera stays on while this is open. */
export function ScanDialog({ onLink, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<CameraProblem>()
  const [isOther, setOther] = useState(false)
  const found = useEffectEvent((text: string) => {
    if (isLink(text)) onLink(text)
    else setOther(true)
  })
  useEffect(() => {
    const ending = new AbortController()
    if (video.current) void scan(video.current, found, ending.signal).then(setFailure)
    return () => ending.abort()
  }, [])
  return (
    <Dialog title={t('scan')} onClose={onClose} dismiss={t('cancel')}>
      <div className="grid gap-4">
        {failure ? (
          <Notice tone="danger">{t(`camera.${failure}`)}</Notice>
        ) : (
          <>
            <p>{t('scanText')}</p>
            <video
              ref={video}
              muted
              playsInline
              aria-label={t('cameraView')}
              className="aspect-square w-full rounded-2xl bg-sand object-cover"
            />
            {isOther ? <Notice tone="warning">{t('notInvitation')}</Notice> : <Waiting>{t('scanning')}</Waiting>}
          </>
        )}
      </div>
    </Dialog>
  )
}
