import type { UseCaseScreen, Verifier } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/texts'
import { isConnected, type UseCaseStep } from '@lastmile/journey'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { connectionOfScreen, deepLinkOpened } from '../../state/connection/connection-slice.ts'
import { createInvitation, openConnection } from '../../state/connection/connection-thunks.ts'
import { useCaseScreenKey as screenKey } from '../../state/connection/screen-key.ts'
import { useDeepLink } from '../../state/wallets/use-deep-link.ts'
import { AutoAdvance } from '../../ui/auto-advance.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { WalletInvitation } from '../../ui/wallet-invitation.tsx'
import { WalletHelp } from './wallet-help.tsx'

interface ConnectionStepProps {
  slug: string
  screen: UseCaseScreen
  steps: readonly UseCaseStep[]
  verifier: Verifier
  onAdvance: () => void
}

export function ConnectionStep({ slug, screen, steps, verifier, onAdvance }: ConnectionStepProps) {
  const dispatch = useAppDispatch()
  const key = screenKey(slug, screen.screenId)
  const connection = useAppSelector((state) => connectionOfScreen(state.connection, key))
  const { isLoading, error } = useAppSelector((state) => state.connection)
  const deepLink = useDeepLink(connection?.invitationUrl ?? null, () => dispatch(deepLinkOpened()))
  const established = isConnected(connection?.state)
  // Coming back to a step that is done must not push the visitor on.
  const [wasEstablished] = useState(established)

  const wish = {
    screen: key,
    label: verifier.name,
    imageUrl: verifier.icon,
    goal: steps.some((step) => step.kind === 'CREDENTIAL') ? ('issue' as const) : ('verifyOnce' as const),
  }
  const invite = () => void dispatch(createInvitation(wish))
  const open = useEffectEvent(() => void dispatch(openConnection(wish)))
  const isOpened = useRef(false)
  // Also lost on the way: unknown to the server, or overtaken by another tab.
  const isMissing = connection === undefined && !isLoading && error === null
  useEffect(() => {
    if (isMissing || !isOpened.current) open()
    isOpened.current = true
  }, [isMissing])

  if (established && wasEstablished) {
    return <Notice tone="success">You are connected with {verifier.name}. Go on when you are ready.</Notice>
  }
  if (established) return <AutoAdvance onAdvance={onAdvance} next={`Taking you on with ${verifier.name}.`} />
  if (connection?.state === 'abandoned') {
    return (
      <Notice tone="warning" title="Your wallet did not connect." action={<TryAgain onClick={invite} />}>
        The invitation was declined or has ended there. Nothing was shared. You can try with a new one.
      </Notice>
    )
  }
  if (error && !isLoading && !connection) {
    return (
      <Notice tone="danger" action={<TryAgain onClick={invite} />}>
        {error.message}
      </Notice>
    )
  }
  if (!connection) {
    return <Waiting>{error ? `${error.message} We are trying again.` : 'Preparing your invitation.'}</Waiting>
  }
  return (
    <>
      <WalletInvitation
        heading="Scan this code with your wallet"
        code={connection.shortUrl}
        link={connection.invitationUrl}
        linkTestId="invitation-link"
        deepLink={deepLink?.href}
        onDeepLink={deepLink?.open}
      >
        <p>It opens a private line between your wallet and {verifier.name}. Nobody else can read it.</p>
      </WalletInvitation>
      <Waiting
        key={connection.id}
        className="mt-7 border-t border-line pt-5"
        help={<WalletHelp what="invitation" onResend={invite} />}
      >
        {connection.state === 'request'
          ? 'Your wallet has answered. The line is being set up.'
          : `Waiting for your wallet. Once you accept there, “${labels.connectionEstablished}” appears here within seconds.`}
      </Waiting>
    </>
  )
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Try Again
  </Button>
)
