import type { ReactNode } from 'react'
import { failureText, tryingAgainText } from '../texts/failure-text.ts'
import { Notice } from './notice.tsx'
import { SlowHelp } from './slow-help.tsx'
import { TryAgain } from './try-again.tsx'
import { Waiting } from './waiting.tsx'

interface AttemptProps {
  /** The pending call: 'Fetching the characters.' */
  children: ReactNode
  failure: { code: string; message: string; retryAfter?: number } | null
  /** With a failure: the call is being retried. */
  isTrying?: boolean
  onRetry: () => void
  /** Title of a failure: 'The characters could not be fetched.' */
  title?: string
  /** An alternative. */
  advice?: string
}

/** Shows a call under the one error policy (docs/product.md, section 4): automatic retries, then Try Again in place. */
export function Attempt({ children, failure, isTrying = false, onRetry, title, advice }: AttemptProps) {
  if (failure && !isTrying) {
    return (
      <Notice tone="danger" title={title} action={<TryAgain onClick={onRetry} />}>
        {failureText(failure)} {advice}
      </Notice>
    )
  }
  return <Waiting help={<SlowHelp />}>{failure ? tryingAgainText(failure) : children}</Waiting>
}
