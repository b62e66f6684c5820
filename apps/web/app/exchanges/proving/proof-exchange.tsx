import { useEffect, useEffectEvent, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { OpenAgainButton } from '../../wallet/views/open-again-button.tsx'
import { GiveToWallet } from '../connecting/give-to-wallet.tsx'
import { isUnreadable, UnreadableNotice } from '../connecting/unreadable-notice.tsx'
import { useArrivalInWallet } from '../connecting/use-arrival-in-wallet.ts'
import { useDeepLink } from '../connecting/use-deep-link.ts'
import { WalletHelp } from '../connecting/wallet-help.tsx'
import { WalletInvitation } from '../connecting/wallet-invitation.tsx'
import { selectWalletKind } from '../connecting/wallets-slice.ts'
import { QueuePositionNotice } from '../queue/queue-position.tsx'
import { queuePositionOf } from '../queue/queue-slice.ts'
import { ProofOutcome, type ProofOutcomeProps } from './proof-outcome.tsx'
import { deleteProof, type Question, startProof } from './proof-thunks.ts'
import { t } from './texts.ts'

type ProofExchangeProps = Question & Pick<ProofOutcomeProps, 'afterRevoked' | 'wayOut'>

/** Requests the proof on arrival, then shows its outcome. */
export function ProofExchange(props: ProofExchangeProps) {
  const dispatch = useAppDispatch()
  const [attempt, setAttempt] = useState(0)

  /** Closes the old exchange first: while it is open, the same request returns it. */
  const tryAgain = async () => {
    await dispatch(deleteProof())
    setAttempt((count) => count + 1)
  }

  return <Exchange key={attempt} {...props} onTryAgain={tryAgain} />
}

type ExchangeProps = ProofExchangeProps & Pick<ProofOutcomeProps, 'onTryAgain'>

function Exchange(props: ExchangeProps) {
  const { options, verifier, route, earlierId, answered, onTryAgain } = props
  const dispatch = useAppDispatch()
  const proof = useAppSelector((state) => state.proof)
  const place = useAppSelector((state) => queuePositionOf(state, proof.id === null ? [] : [proof.id]))
  const character = useAppSelector(selectCurrentCharacter)
  const wallet = useAppSelector(selectWalletKind)
  const deepLink = useDeepLink(proof.proofUrl)

  useArrivalInWallet(proof.state === 'request_sent' && !place && !proof.shortUrl)

  const start = useEffectEvent(() => dispatch(startProof({ options, verifier, route, earlierId, answered })))
  useEffect(() => {
    const request = start()
    return () => request.abort()
  }, [])

  if (proof.state === 'request_sent' && place) {
    return (
      <StepState>
        <QueuePositionNotice {...place} />
      </StepState>
    )
  }
  if (proof.state === 'request_sent') {
    const { shortUrl, proofUrl } = proof
    const isInvited = shortUrl && proofUrl
    return (
      <>
        <StepState>
          {isUnreadable(proof.refusal) ? (
            <UnreadableNotice part={proof.refusal} what="request" onResend={onTryAgain} />
          ) : (
            <Waiting
              key={proof.id}
              data-testid="waiting-for-wallet"
              action={isInvited ? <GiveToWallet link={proofUrl} /> : <OpenAgainButton variant="primary" />}
              help={<WalletHelp label={t('somethingElse')} what="request" onResend={onTryAgain} />}
            >
              {t(options.expectRefusal ? 'waitingForNo' : 'waiting', { verifier: verifier.name, wallet })}
            </Waiting>
          )}
        </StepState>
        {isInvited ? (
          <WalletInvitation code={shortUrl} link={proofUrl} linkTestId="proof-link" deepLink={deepLink} />
        ) : (
          <p>{t('inWallet')}</p>
        )}
      </>
    )
  }
  if (proof.state !== null) return <ProofOutcome {...props} proof={proof} character={character} wallet={wallet} />
  return (
    <StepState>
      <Attempt failure={proof.error} isTrying={proof.isLoading} onRetry={onTryAgain}>
        {t('preparing')}
      </Attempt>
    </StepState>
  )
}
