import type { Character, UseCase, Verifier } from '@lastmile/contracts'
import { requestedCredentials, startCase, type UseCaseStep } from '@lastmile/journey'
import { Icon } from '../../ui/icon.tsx'
import { ConnectionStep } from './connection-step.tsx'
import { CredentialStep } from './credential-step.tsx'
import { ProofStep } from './proof-step.tsx'

export interface StepBodyProps {
  character: Character
  useCase: UseCase
  steps: readonly UseCaseStep[]
  stepIndex: number
  verifier: Verifier
  onAdvance: () => void
}

/** What happens on the verifier's page at this step. */
export function StepBody(props: StepBodyProps) {
  const { useCase, steps, stepIndex, verifier, character, onAdvance } = props
  const step = steps[stepIndex]
  if (!step) return null
  const { screen } = step
  switch (step.kind) {
    case 'START': {
      const names = requestedCredentials(useCase).map((requirement) => startCase(requirement.name))
      return (
        <p>
          Welcome, {character.name}. {names.length > 0 ? `We’ll ask your wallet about your ${listOf(names)}.` : null}
        </p>
      )
    }
    case 'INFO':
      return <p>Nothing is asked of your wallet at this step. Go on when you are ready.</p>
    case 'CONNECTION':
      return (
        <ConnectionStep slug={useCase.id} screen={screen} steps={steps} verifier={verifier} onAdvance={onAdvance} />
      )
    case 'CREDENTIAL':
      return <CredentialStep slug={useCase.id} screen={screen} steps={steps} stepIndex={stepIndex} />
    case 'PROOF':
    case 'PROOF_OOB':
      return screen.requestOptions ? (
        <ProofStep
          slug={useCase.id}
          steps={steps}
          stepIndex={stepIndex}
          options={screen.requestOptions}
          isOutOfBand={step.kind === 'PROOF_OOB'}
          verifier={verifier}
        />
      ) : null
    case 'STEP_END':
    case 'END':
      return (
        <p className="flex items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-forest text-on-forest">
            <Icon name="tick" size={26} />
          </span>
          <span>All done here. {verifier.name} has what it needs, and nothing more.</span>
        </p>
      )
  }
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
