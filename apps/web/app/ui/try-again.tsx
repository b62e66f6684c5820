import { labels } from '@lastmile/contracts/texts'
import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'

/** The way on in a notice that tells of a failure. */
export const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick} {...pressed('retry_action')}>
    {labels.tryAgain}
  </Button>
)
