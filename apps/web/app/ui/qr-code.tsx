import { qrCodeSize } from '@lastmile/contracts/constants'
import { Suspense, useState } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { fetchedLater } from './fetched-later.ts'
import { Icon } from './icon.tsx'
import { t } from './texts.ts'

/** A failed load leaves the link to copy. */
const QrPicture = fetchedLater(() => import('./qr-picture.tsx').then((file) => file.QrPicture), MissingPicture)

function MissingPicture() {
  return <span className="text-small text-[#4a5651]">{t('codeMissing')}</span>
}

interface QrCodeProps {
  /** Content of the code. */
  value: string
  /** The full link behind a short `value`, for copying. */
  link?: string
  /** Side in CSS pixels. */
  size?: number
  /** The effect of scanning, for people who can't see it. */
  title: string
  /** Test id of the hidden element with the link. */
  linkTestId?: string
  onCopied?: () => void
}

/** A code to scan, enlarge, or copy as a link. */
export function QrCode({ value, link = value, size = qrCodeSize, title, linkTestId, onCopied }: QrCodeProps) {
  const [enlarged, setEnlarged] = useState(false)
  const picture = (
    <Suspense fallback={null}>
      <QrPicture value={value} title={title} />
    </Suspense>
  )
  return (
    <div className="flex flex-col items-center gap-4">
      <button
        type="button"
        onClick={() => setEnlarged(true)}
        aria-label={t('showLarger', { title })}
        className="cursor-zoom-in rounded-2xl border border-line bg-white focus-visible:rounded-2xl"
        style={{ width: size + 26, height: size + 26, padding: 12 }}
      >
        {picture}
      </button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="ghost" size="small" onClick={() => setEnlarged(true)}>
          <Icon name="enlarge" size={18} />
          {t('enlarge')}
        </Button>
        <CopyButton value={link} label={t('copyLink')} size="small" onCopied={onCopied} />
      </div>
      {linkTestId ? (
        <span hidden data-testid={linkTestId}>
          {link}
        </span>
      ) : null}
      <Dialog open={enlarged} title={t('scan')} onClose={() => setEnlarged(false)} wide>
        <div className="mx-auto aspect-square w-full max-w-[min(32rem,max(70dvh,16rem))] rounded-2xl border border-line bg-white p-3">
          {picture}
        </div>
      </Dialog>
    </div>
  )
}
