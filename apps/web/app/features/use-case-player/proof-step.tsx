import type { UseCase, UseCaseStep } from '@lastmile/contracts'
import { ProofExchange } from '../../exchanges/proving/proof-exchange.tsx'
import type { ProofRoute } from '../../exchanges/proving/proof-thunks.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useStepConnection } from './use-step-connection.ts'

interface ProofStepProps {
  step: UseCaseStep<'PROOF' | 'PROOF_OOB'>
  useCase: UseCase
  steps: readonly UseCaseStep[]
  stepIndex: number
}

/** The verifier asks for a proof. */
export function ProofStep({ step: { kind, screen }, useCase, steps, stepIndex }: ProofStepProps) {
  const connection = useStepConnection(useCase.id, steps, stepIndex)
  const earlierId = useAppSelector((state) => state.section.proofId)
  /** Without any connection the request itself travels in the code. */
  const route: ProofRoute =
    kind === 'PROOF_OOB' || !connection
      ? { kind: 'outOfBand' }
      : { kind: connection.isDeepLink ? 'deepLink' : 'connection', connectionId: connection.id }
  return (
    <ProofExchange options={screen.requestOptions} verifier={screen.verifier} route={route} earlierId={earlierId} />
  )
}
