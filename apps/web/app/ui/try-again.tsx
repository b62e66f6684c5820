import { labels } from '@lastmile/contracts/texts'
import { Button } from './button.tsx'

/** The way on in a notice that tells of a failure. */
export const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    {labels.tryAgain}
  </Button>
)
