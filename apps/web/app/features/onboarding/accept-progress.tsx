import { labels } from '@lastmile/contracts/texts'
import { startCase } from '@lastmile/journey'
import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import type { ListedOffer } from './accept-credential-step.tsx'
import { NotReceivedHelp } from './not-received-help.tsx'

interface AcceptProgressProps {
  offers: readonly ListedOffer[]
  /** Goes on where it stopped. */
  onSend: () => void
  /** Withdraws what is open and offers again. */
  onResend: () => void
}

/** What is being waited for, and the way on when it does not come. */
export function AcceptProgress({ offers, onSend, onResend }: AcceptProgressProps) {
  const { isIssueCredentialLoading, preparing, error } = useAppSelector((state) => state.credentials)
  const waitingFor = offers.filter((offer) => offer.state === 'offered').map((offer) => offer.name)

  if (error && !isIssueCredentialLoading && (error.temporary || error.step === 'deepLink')) {
    return (
      <Notice
        tone="danger"
        title="The offer did not get through."
        action={
          <Button size="small" onClick={onSend}>
            Try Again
          </Button>
        }
      >
        {error.message}
      </Notice>
    )
  }
  if (error && isIssueCredentialLoading) return <Waiting>{error.message} We are trying again.</Waiting>
  if (preparing !== null) {
    return (
      <Waiting>
        The issuer is making the keys that will sign {startCase(preparing)}. That happens once and takes up to a minute.
      </Waiting>
    )
  }
  if (isIssueCredentialLoading) return <Waiting>Sending the offer to your wallet.</Waiting>
  if (waitingFor.length > 0) {
    return (
      <Waiting key={waitingFor.join()} data-testid="waiting-for-wallet" help={<NotReceivedHelp onResend={onResend} />}>
        Waiting for your wallet. Open it and accept {waitingFor.join(' and ')}. There is no hurry.
      </Waiting>
    )
  }
  if (offers.length > 0 && offers.every((offer) => offer.state === 'issued')) {
    return (
      <Notice tone="success" title={offers.length > 1 ? 'They are in your wallet.' : 'It is in your wallet.'}>
        Nobody can take a look at it there without your yes. Press {labels.next} to go on.
      </Notice>
    )
  }
  return null
}
