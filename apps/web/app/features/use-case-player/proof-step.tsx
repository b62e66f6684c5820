import type { RequestOptions, Verifier } from '@lastmile/contracts'
import type { UseCaseStep } from '@lastmile/journey'
import { ProofExchange } from '../../exchanges/proving/proof-exchange.tsx'
import type { ProofRoute } from '../../exchanges/proving/proof-thunks.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useStepConnection } from './use-step-connection.ts'

interface ProofStepProps {
  slug: string
  steps: readonly UseCaseStep[]
  stepIndex: number
  options: RequestOptions
  isOutOfBand: boolean
  verifier: Verifier
}

/** The verifier asks for a proof. */
export function ProofStep({ slug, steps, stepIndex, options, isOutOfBand, verifier }: ProofStepProps) {
  const connection = useStepConnection(slug, steps, stepIndex)
  const earlierId = useAppSelector((state) => state.section.proofId)
  /** Without any connection the request itself travels in the code. */
  const route: ProofRoute =
    isOutOfBand || !connection
      ? { kind: 'outOfBand' }
      : { kind: connection.isDeepLink ? 'deepLink' : 'connection', connectionId: connection.id }
  return <ProofExchange options={options} verifier={verifier} route={route} earlierId={earlierId} />
}
