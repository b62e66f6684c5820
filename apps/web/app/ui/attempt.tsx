import type { ReactNode } from 'react'
import { failureText, tryingAgainText } from '../texts/failure-text.ts'
import { Notice } from './notice.tsx'
import { SlowHelp } from './slow-help.tsx'
import { TryAgain } from './try-again.tsx'
import { Waiting } from './waiting.tsx'

interface AttemptProps {
  /** What is under way: 'Fetching the characters.' */
  children: ReactNode
  failure: { code: string; message: string } | null
  /** May go together with a failure: the call is then being repeated by itself. */
  isTrying: boolean
  onRetry: () => void
  /** What it means when it fails: 'The characters could not be fetched.' */
  title?: string
  /** Another way on. */
  advice?: string
}

/** Shows a call under the one error policy (docs/product.md, section 4): automatic retries, then Try Again in place. */
export function Attempt({ children, failure, isTrying, onRetry, title, advice }: AttemptProps) {
  if (failure && !isTrying) {
    return (
      <Notice tone="danger" title={title} action={<TryAgain onClick={onRetry} />}>
        {failureText(failure)} {advice}
      </Notice>
    )
  }
  return <Waiting help={<SlowHelp />}>{failure ? tryingAgainText(failure) : children}</Waiting>
}
