import { timings } from '@lastmile/contracts/constants'
import { brand } from '@lastmile/contracts/site'
import { useEffect, useEffectEvent, useState } from 'react'
import { useInvitation } from '../../exchanges/connecting/use-invitation.ts'
import { WalletConnection } from '../../exchanges/connecting/wallet-connection.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { pressed } from '../../tracking/presses.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { flowScreenKey } from '../../visit/confirmed-person/confirmed-person-selectors.ts'
import type { FlowStepProps } from './flow-step.ts'
import { t } from './texts.ts'

/** The invitation, until a wallet accepts it or the visitor skips it. */
export function ConnectStep({ screen: { issuer_name: issuer = brand }, navigation }: FlowStepProps) {
  const [isSkipping, setSkipping] = useState(false)
  const protocol = useAppSelector(selectProtocol)
  const invitation = useInvitation({ screen: flowScreenKey, label: issuer, flow: 'confirmedPerson', protocol })

  return (
    <SteadyFocus className="grid grid-cols-[minmax(0,1fr)] gap-[inherit]">
      {isSkipping && !invitation.isMet ? (
        <StepState>
          <Skipping onGoOn={navigation.skipConnection} onUndo={() => setSkipping(false)} />
        </StepState>
      ) : (
        <WalletConnection
          {...invitation}
          partner={issuer}
          onAdvance={() => navigation.goNext('auto')}
          next={t('connect.next')}
          advanceLabel={t('connect.issue')}
        />
      )}
      {isSkipping || !invitation.mayBeSkipped ? null : (
        <p>
          <Button variant="quiet" size="small" onClick={() => setSkipping(true)} {...pressed('button_click', 'skip')}>
            {t('connect.skip')}
          </Button>
        </p>
      )}
    </SteadyFocus>
  )
}

/** Explains skipping for as long as reading takes, then continues unless the visitor cancels. */
function Skipping({ onGoOn, onUndo }: { onGoOn: () => void; onUndo: () => void }) {
  const goOn = useEffectEvent(onGoOn)

  useEffect(() => {
    const timer = setTimeout(() => goOn(), timings.connectedNotice + timings.connectedAdvance)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Notice
      title={t('skip.title')}
      action={
        <>
          <Button size="small" onClick={onGoOn}>
            {t('skip.now')}
          </Button>
          <Button variant="ghost" size="small" onClick={onUndo}>
            {t('skip.undo')}
          </Button>
        </>
      }
      data-testid="skipping"
    >
      {t('skip.text')}
    </Notice>
  )
}
