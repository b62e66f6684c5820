import type { OnboardingScreen } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/texts'
import { isConnected, skipConnect } from '@lastmile/journey'
import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import type { ScreenConnection } from '../../state/connection/connection-slice.ts'
import { deepLinkOpened } from '../../state/connection/connection-slice.ts'
import { createInvitation, openConnection } from '../../state/connection/connection-thunks.ts'
import { onboardingScreenKey } from '../../state/connection/screen-key.ts'
import { credentialsHeld } from '../../state/credentials/credentials-slice.ts'
import { selectConnectionOf, selectOnboardingSteps } from '../../state/onboarding/onboarding-selectors.ts'
import { onboardingConnected } from '../../state/onboarding/onboarding-slice.ts'
import { useDeepLink } from '../../state/wallets/use-deep-link.ts'
import { AutoAdvance } from '../../ui/auto-advance.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { WalletInvitation } from '../../ui/wallet-invitation.tsx'
import { ConnectHelp } from './connect-help.tsx'
import { TerminalWalletHint } from './terminal-wallet-hint.tsx'
import type { StepNavigation } from './use-step-navigation.ts'

interface ConnectStepProps {
  screen: OnboardingScreen
  navigation: StepNavigation
}

/** The invitation of this screen's issuer, until a wallet has taken it. */
export function ConnectStep({ screen, navigation }: ConnectStepProps) {
  const dispatch = useAppDispatch()
  const connection = useAppSelector((state) => selectConnectionOf(state, screen.screenId))
  const key = onboardingScreenKey(screen.screenId)
  const label = screen.issuer_name
  const connected = connection && isConnected(connection.state) ? connection.id : undefined

  useEffect(() => {
    void dispatch(openConnection({ screen: key, label }))
  }, [key, label, dispatch])

  useEffect(() => {
    if (connected !== undefined) dispatch(onboardingConnected(connected))
  }, [connected, dispatch])

  const renew = () => void dispatch(createInvitation({ screen: key, label }))

  if (connected !== undefined) return <Connected navigation={navigation} />
  return (
    <>
      <Invitation connection={connection} onRenew={renew} />
      <AlreadyHaveCredential screenId={screen.screenId} navigation={navigation} />
    </>
  )
}

function Connected({ navigation }: { navigation: StepNavigation }) {
  if (!navigation.cameBack) {
    return <AutoAdvance onAdvance={navigation.goNext} next="Taking you to your credential." />
  }
  return <Notice tone="success">Your wallet is connected. Press {labels.next} to go on.</Notice>
}

function Invitation({ connection, onRenew }: { connection: ScreenConnection | undefined; onRenew: () => void }) {
  const dispatch = useAppDispatch()
  const { isLoading, error } = useAppSelector((state) => state.connection)
  const deepLink = useDeepLink(connection?.invitationUrl ?? null, () => dispatch(deepLinkOpened()))

  if (error && !isLoading)
    return <RenewNotice title="The invitation could not be made." text={error.message} onRenew={onRenew} />
  if (!connection) {
    return (
      <Waiting>{error ? `${error.message} We are trying again.` : 'Preparing an invitation for your wallet.'}</Waiting>
    )
  }
  if (connection.state === 'abandoned') {
    return (
      <RenewNotice
        title="Your wallet did not connect."
        text="It declined this invitation, or the invitation has run out. A new code works as well as the first one."
        onRenew={onRenew}
      />
    )
  }
  return (
    <div className="grid gap-7">
      <WalletInvitation
        heading={deepLink ? 'Open your wallet, or scan' : 'Scan with your wallet'}
        code={connection.shortUrl}
        link={connection.invitationUrl}
        linkTestId="invitation-link"
        deepLink={deepLink?.href}
        onDeepLink={deepLink?.open}
      >
        <p>
          {deepLink
            ? 'If your wallet is on this device, open it from here. If it is on another one, scan the code with it.'
            : 'Open the wallet on your phone, choose “scan”, and hold it to the code. You can also copy the link into a wallet.'}
        </p>
      </WalletInvitation>
      <div className="border-t border-line pt-5">
        <Waiting key={connection.id} help={<ConnectHelp onRenew={onRenew} />} data-testid="waiting-for-wallet">
          {connection.state === 'request'
            ? 'Your wallet has answered. The connection is being made.'
            : 'Waiting for your wallet. It usually takes two seconds after you scan.'}
        </Waiting>
      </div>
      <TerminalWalletHint link={connection.invitationUrl} />
    </div>
  )
}

function RenewNotice({ title, text, onRenew }: { title: string; text: string; onRenew: () => void }) {
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        <Button size="small" onClick={onRenew}>
          Try Again
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

/** Past the accept screen, with its credentials counted as held, so that the dashboard unlocks (decisions). */
function AlreadyHaveCredential({ screenId, navigation }: { screenId: string; navigation: StepNavigation }) {
  const dispatch = useAppDispatch()
  const steps = useAppSelector(selectOnboardingSteps)
  const skip = () => {
    const { screenId: target, held } = skipConnect(steps, screenId)
    dispatch(credentialsHeld(held))
    if (target !== undefined) navigation.goTo(target)
  }
  return (
    <p>
      <Button variant="quiet" size="small" onClick={skip} className="-ml-2">
        {labels.alreadyHaveCredential}
      </Button>
    </p>
  )
}
