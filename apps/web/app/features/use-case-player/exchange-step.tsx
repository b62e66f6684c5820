import type { UseCaseStep } from '@lastmile/contracts'
import { ConnectionStep } from './connection-step.tsx'
import { CredentialStep } from './credential-step.tsx'
import { ProofStep } from './proof-step.tsx'
import type { StepProps } from './step-props.ts'

/** The steps at which a wallet is needed. */
export type ExchangeStepKind = 'CONNECTION' | 'CREDENTIAL' | 'PROOF' | 'PROOF_OOB'

/** What passes between the verifier and the wallet at this step. */
export function ExchangeStep({ step, ...rest }: StepProps<UseCaseStep<ExchangeStepKind>>) {
  switch (step.kind) {
    case 'CONNECTION':
      return <ConnectionStep step={step} {...rest} />
    case 'CREDENTIAL':
      return <CredentialStep step={step} {...rest} />
    default:
      return <ProofStep step={step} {...rest} />
  }
}
