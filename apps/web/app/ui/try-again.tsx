import { pressed } from '../tracking/presses.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { t } from './texts.ts'

/** A retry button for failure notices. */
export const TryAgain = ({ variant, onClick }: { variant?: ButtonVariant; onClick: () => void }) => (
  <Button size="small" variant={variant} onClick={onClick} {...pressed('retry_action')}>
    {t('tryAgain')}
  </Button>
)
