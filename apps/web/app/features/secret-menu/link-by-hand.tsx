import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './palette-texts.ts'
import type { MenuOutcome } from './use-menu-actions.ts'

interface LinkByHandProps extends Pick<MenuOutcome, 'text' | 'onCopied'> {
  link: string
  onClose: () => void
}

/** A presenter's link that the browser did not let us copy. */
export function LinkByHand({ link, text, onCopied, onClose }: LinkByHandProps) {
  return (
    <Dialog title={t('link.refused')} onClose={onClose} actions={<Button onClick={onClose}>{t('ok')}</Button>}>
      <p>{text}</p>
      <input
        readOnly
        value={link}
        aria-label={t('link.refused')}
        onCopy={onCopied}
        onFocus={(event) => event.target.select()}
        className="mt-4 min-h-11 w-full rounded-xl border border-edge bg-paper px-3 text-small text-ink"
      />
    </Dialog>
  )
}
