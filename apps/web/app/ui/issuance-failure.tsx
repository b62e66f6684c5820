import { timings } from '@lastmile/contracts/constants'
import { dialogTexts, errorTexts } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { useElapsed } from './use-elapsed.ts'

export interface IssuanceFailureProps {
  failure: { step: 'definition' | 'offer' | 'deepLink'; message: string; temporary: boolean }
  /** The call is being repeated by itself. */
  isTrying: boolean
  onRetry: () => void
  /** For failures that can't be mended: resets the demo and goes there. */
  onRestart: (page: '/' | '/demo') => void
}

/**
 * One error policy (decisions): what may pass is retried by itself, then offers Try Again in place; the catalogue's
 * dialogs that reset (specification, section 8) are for the rest.
 */
export function IssuanceFailure(props: IssuanceFailureProps) {
  const { failure, isTrying, onRetry, onRestart } = props
  if (isTrying) return <StandingFailure {...props} />
  if (failure.temporary || failure.step === 'deepLink') {
    return (
      <Notice
        tone="danger"
        action={
          <Button size="small" onClick={onRetry}>
            {dialogTexts.notReceived.action}
          </Button>
        }
      >
        {failure.message}
      </Notice>
    )
  }
  const isDefinition = failure.step === 'definition'
  const restart = () => onRestart(isDefinition ? '/' : '/demo')
  return (
    <Dialog
      open
      alert
      title={errorTexts.issuanceFailedTitle}
      onClose={restart}
      actions={<Button onClick={restart}>OK</Button>}
    >
      <p>
        {isDefinition
          ? errorTexts.credentialDefinition(failure.message)
          : errorTexts.issuanceFailed(failure.message || errorTexts.issuanceFailedDefault)}
      </p>
    </Dialog>
  )
}

/** The 10 s rule: it fires only while a failure stands. */
function StandingFailure({ failure, onRestart }: IssuanceFailureProps) {
  const isTimedOut = useElapsed(timings.credentialIssuanceTimeout)
  const [isPatient, setPatient] = useState(false)
  return (
    <>
      <Notice tone="warning">{failure.message} We are trying again.</Notice>
      <Dialog
        open={isTimedOut && !isPatient}
        alert
        title={errorTexts.issuanceFailedTitle}
        onClose={() => setPatient(true)}
        actions={
          <>
            <Button onClick={() => onRestart('/demo')}>OK</Button>
            <Button variant="ghost" onClick={() => setPatient(true)}>
              Keep trying
            </Button>
          </>
        }
      >
        <p>{errorTexts.issuanceTimedOutInDemo}</p>
      </Dialog>
    </>
  )
}
