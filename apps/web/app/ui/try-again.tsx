import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { t } from './texts.ts'

/** A retry button for failure notices. */
export const TryAgain = ({ variant = 'primary', onClick }: { variant?: 'primary' | 'ghost'; onClick: () => void }) => (
  <Button size="small" variant={variant} onClick={onClick} {...pressed('retry_action')}>
    {t('tryAgain')}
  </Button>
)
