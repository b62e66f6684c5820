import { timings } from '@lastmile/contracts/constants'
import { errorTexts } from '@lastmile/contracts/texts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useRestart } from '../../state/restart.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useElapsed } from '../../ui/use-elapsed.ts'

/** The dialogs of the error catalogue for failures that cannot be mended in place (specification, section 8). */
export function IssuanceDialogs() {
  const { isIssueCredentialLoading, error } = useAppSelector((state) => state.credentials)
  if (!error) return null
  if (isIssueCredentialLoading) return <TimeOut />
  if (error.temporary || error.step === 'deepLink') return null
  return error.step === 'definition' ? (
    <RestartDialog text={errorTexts.credentialDefinition(error.message)} target="/" />
  ) : (
    <RestartDialog text={errorTexts.issuanceFailed(error.message || errorTexts.issuanceFailedDefault)} target="/demo" />
  )
}

/** Only while an error stands: waiting for the visitor to accept never times out (decisions, the 10 s rule). */
function TimeOut() {
  const timedOut = useElapsed(timings.credentialIssuanceTimeout)
  return timedOut ? <RestartDialog text={errorTexts.issuanceTimedOutInDemo} target="/demo" /> : null
}

function RestartDialog({ text, target }: { text: string; target: '/' | '/demo' }) {
  const restart = useRestart()
  const leave = () => restart(target)
  return (
    <Dialog
      open
      alert
      title={errorTexts.issuanceFailedTitle}
      onClose={leave}
      actions={<Button onClick={leave}>OK</Button>}
      data-testid="issuance-error"
    >
      <p>{text}</p>
    </Dialog>
  )
}
