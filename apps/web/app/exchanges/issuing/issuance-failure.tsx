import { timings } from '@lastmile/contracts/constants'
import { errorTexts } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { Attempt } from '../../ui/attempt.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useElapsed } from '../../ui/use-elapsed.ts'

export interface Failure {
  step: 'definition' | 'offer' | 'deepLink'
  message: string
  /** Trying again may help. */
  temporary: boolean
}

interface IssuanceFailureProps {
  failure: Failure
  /** The call is being repeated by itself. */
  isTrying: boolean
  onRetry: () => void
  /** Resets the demo and goes there. */
  onRestart: (page: '/' | '/demo') => void
}

/**
 * One error policy (decisions): what may pass is retried by itself, then offers Try Again in place; the catalogue's
 * dialogs that reset (specification, section 8) are for the rest.
 */
export function IssuanceFailure({ failure, isTrying, onRetry, onRestart }: IssuanceFailureProps) {
  const { step, message, temporary } = failure
  if (isTrying || temporary || step === 'deepLink') {
    return (
      <>
        <Attempt title="The offer did not get through." failure={failure} isTrying={isTrying} onRetry={onRetry}>
          {null}
        </Attempt>
        {isTrying ? <TimeOut onRestart={() => onRestart('/demo')} /> : null}
      </>
    )
  }
  return step === 'definition' ? (
    <RestartDialog text={errorTexts.credentialDefinition(message)} onRestart={() => onRestart('/')} />
  ) : (
    <RestartDialog
      text={errorTexts.issuanceFailed(message || errorTexts.issuanceFailedDefault)}
      onRestart={() => onRestart('/demo')}
    />
  )
}

/** Only while a failure stands: waiting for the visitor to accept never times out (decisions, the 10 s rule). */
function TimeOut({ onRestart }: { onRestart: () => void }) {
  const isTimedOut = useElapsed(timings.credentialIssuanceTimeout)
  const [isPatient, setPatient] = useState(false)
  if (!isTimedOut || isPatient) return null
  return (
    <RestartDialog
      text={errorTexts.issuanceTimedOutInDemo}
      onRestart={onRestart}
      onKeepTrying={() => setPatient(true)}
    />
  )
}

interface RestartDialogProps {
  text: string
  onRestart: () => void
  onKeepTrying?: () => void
}

function RestartDialog({ text, onRestart, onKeepTrying }: RestartDialogProps) {
  return (
    <Dialog
      open
      alert
      title={errorTexts.issuanceFailedTitle}
      onClose={onKeepTrying ?? onRestart}
      actions={
        <>
          <Button onClick={onRestart}>OK</Button>
          {onKeepTrying ? (
            <Button variant="ghost" onClick={onKeepTrying}>
              Keep trying
            </Button>
          ) : null}
        </>
      }
      data-testid="issuance-error"
    >
      <p>{text}</p>
    </Dialog>
  )
}
