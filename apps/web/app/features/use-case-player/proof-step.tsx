import type { RequestOptions, Verifier } from '@lastmile/contracts'
import type { UseCaseStep } from '@lastmile/journey'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDeepLink } from '../../exchanges/connecting/use-deep-link.ts'
import { WalletHelp } from '../../exchanges/connecting/wallet-help.tsx'
import { WalletInvitation } from '../../exchanges/connecting/wallet-invitation.tsx'
import { ProofOutcome } from '../../exchanges/proving/proof-outcome.tsx'
import { deleteProof, type ProofRoute, startProof } from '../../exchanges/proving/proof-thunks.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useStepConnection } from './use-step-connection.ts'

interface ProofStepProps {
  slug: string
  steps: readonly UseCaseStep[]
  stepIndex: number
  options: RequestOptions
  isOutOfBand: boolean
  verifier: Verifier
}

/** Asks the wallet on arrival, then shows what came of it. */
export function ProofStep({ slug, steps, stepIndex, options, isOutOfBand, verifier }: ProofStepProps) {
  const dispatch = useAppDispatch()
  const connection = useStepConnection(slug, steps, stepIndex)
  const proof = useAppSelector((state) => state.proof)
  const [attempt, setAttempt] = useState(0)
  const deepLink = useDeepLink(proof.proofUrl)

  /** Without any connection the request itself travels in the code. */
  const route = (): ProofRoute =>
    isOutOfBand || !connection
      ? { kind: 'outOfBand' }
      : { kind: connection.isDeepLink ? 'deepLink' : 'connection', connectionId: connection.id }

  const start = useEffectEvent(() => dispatch(startProof({ options, route: route() })))
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
