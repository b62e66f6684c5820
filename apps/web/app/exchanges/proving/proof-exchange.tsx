import type { RequestOptions, Verifier } from '@lastmile/contracts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { SteadyFocus } from '../../ui/steady-focus.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useDeepLink } from '../connecting/use-deep-link.ts'
import { WalletHelp } from '../connecting/wallet-help.tsx'
import { WalletInvitation } from '../connecting/wallet-invitation.tsx'
import { ProofOutcome } from './proof-outcome.tsx'
import { deleteProof, type ProofRoute, startProof } from './proof-thunks.ts'

interface ProofExchangeProps {
  options: RequestOptions
  verifier: Verifier
  /** How the request reaches the wallet. */
  route: ProofRoute
  /** The exchange that this step had started before a reload. */
  earlierId: string | null
}

/** Asks the wallet on arrival, then shows what came of it. */
export function ProofExchange(props: ProofExchangeProps) {
  return (
    <SteadyFocus>
      <Exchange {...props} />
    </SteadyFocus>
  )
}

function Exchange({ options, verifier, route, earlierId }: ProofExchangeProps) {
  const dispatch = useAppDispatch()
  const proof = useAppSelector((state) => state.proof)
  const [attempt, setAttempt] = useState(0)
  const deepLink = useDeepLink(proof.proofUrl)

  const start = useEffectEvent(() => dispatch(startProof({ options, route, earlierId })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const request = start()
    return () => request.abort()
  }, [attempt])

  /** Closes the old exchange first: the same request again would be the same exchange while that is open. */
  const tryAgain = async () => {
    await dispatch(deleteProof())
    setAttempt((count) => count + 1)
  }

  if (proof.state === 'request_sent') {
    const waiting = (
      <Waiting
        key={proof.id}
        help={<WalletHelp label="Nothing happening, or something else?" what="proof request" onResend={tryAgain} />}
      >
        Waiting for your answer. Open your wallet, read what {verifier.name} asks for, then share or decline.
      </Waiting>
    )
    return proof.shortUrl && proof.proofUrl ? (
      <WalletInvitation code={proof.shortUrl} link={proof.proofUrl} linkTestId="proof-link" deepLink={deepLink}>
        {waiting}
      </WalletInvitation>
    ) : (
      <>
        <p className="mb-5 text-lead">The request is in your wallet.</p>
        {waiting}
      </>
    )
  }
  if (proof.state !== null) {
    return <ProofOutcome proof={proof} options={options} verifier={verifier} onTryAgain={tryAgain} />
  }
  return (
    <Attempt failure={proof.error} isTrying={proof.isLoading} onRetry={tryAgain}>
      Preparing the request.
    </Attempt>
  )
}
