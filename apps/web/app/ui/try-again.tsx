import { labels } from '@lastmile/contracts/texts'
import { Button } from './button.tsx'

interface TryAgainProps {
  onClick: () => void
  busy?: boolean
}

/** The way on in a notice that tells of a failure. */
export const TryAgain = ({ onClick, busy }: TryAgainProps) => (
  <Button size="small" onClick={onClick} busy={busy}>
    {labels.tryAgain}
  </Button>
)
