import { type UnreadablePart, unreadableParts } from '@lastmile/contracts/constants'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'

/** Whether a part of the wallet's last call could not be read. */
export const isUnreadable = (refusal: string | null | undefined): refusal is UnreadablePart =>
  unreadableParts.some((part) => part === refusal)

interface UnreadableNoticeProps {
  part: UnreadablePart
  what: 'credential' | 'request'
  onResend: () => void
}

/** The wallet spoke, and could not be read: it may try again. */
export function UnreadableNotice({ part, what, onResend }: UnreadableNoticeProps) {
  return (
    <Notice
      tone="warning"
      title={t('unreadable', { what })}
      action={
        <Button size="small" onClick={onResend} {...pressed('retry_action')}>
          {t('resend', { what })}
        </Button>
      }
      data-testid="unreadable-call"
    >
      {t(`unreadable.${part}`)} {t('unreadable.wayOn')}
    </Notice>
  )
}
