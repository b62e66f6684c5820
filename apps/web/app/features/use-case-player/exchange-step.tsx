import type { UseCaseStepOf } from '@lastmile/contracts'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { ConnectionStep } from './connection-step.tsx'
import { CredentialStep } from './credential-step.tsx'
import { ProofStep } from './proof-step.tsx'
import type { StepProps } from './step-props.ts'

/** A step that needs a wallet. */
export type WalletStep = UseCaseStepOf<'connection' | 'credential' | 'proof'>

/** The exchange between the verifier and the wallet at this step. */
export function ExchangeStep({ step, ...rest }: StepProps<WalletStep>) {
  if (hasRole(step, 'connection')) return <ConnectionStep step={step} {...rest} />
  if (hasRole(step, 'credential')) return <CredentialStep step={step} {...rest} />
  return <ProofStep step={step} {...rest} />
}
