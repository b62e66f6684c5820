import type { Character, UseCase, UseCaseStep, UseCaseStepKind, Verifier } from '@lastmile/contracts'
import { credentialLabel, requestedCredentials } from '@lastmile/journey'
import type { ReactNode } from 'react'
import { listText } from '../../texts/formats.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConnectionStep } from './connection-step.tsx'
import { CredentialStep } from './credential-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { t } from './texts.ts'

interface StepProps<Step = UseCaseStep> {
  step: Step
  character: Character
  useCase: UseCase
  steps: readonly UseCaseStep[]
  stepIndex: number
  verifier: Verifier
  onAdvance: () => void
}

interface StepView<Step = UseCaseStep> {
  /** On the others the visitor has something to do or to read, and the picture makes room. */
  isPictured: boolean
  Body(props: StepProps<Step>): ReactNode
}

const end: StepView = {
  isPictured: true,
  Body: ({ steps, verifier }) => (
    <p className="flex items-center gap-4">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-forest text-on-forest">
        <Icon name="tick" size={26} />
      </span>
      <span>
        {t(steps.some(({ screen }) => screen.requestOptions?.expectRefusal) ? 'allRefused' : 'allDone', {
          verifier: verifier.name,
        })}
      </span>
    </p>
  ),
}

/** What happens on the verifier's page, for each kind of screen. */
const views = {
  START: { isPictured: true, Body: Welcome },
  INFO: {
    isPictured: true,
    Body: () => <p>{t('nothingAsked')}</p>,
  },
  CONNECTION: { isPictured: false, Body: (props) => <ConnectionStep {...props} /> },
  CREDENTIAL: { isPictured: false, Body: (props) => <CredentialStep {...props} /> },
  PROOF: { isPictured: false, Body: (props) => <ProofStep {...props} /> },
  PROOF_OOB: { isPictured: false, Body: (props) => <ProofStep {...props} /> },
  STEP_END: end,
  END: end,
  UNKNOWN: {
    isPictured: false,
    Body: () => (
      <Notice tone="warning" title={t('unknown')}>
        {t('unknownText')}
      </Notice>
    ),
  },
} satisfies { [Kind in UseCaseStepKind]: StepView<UseCaseStep<Kind>> }

export const isPictured = ({ kind }: UseCaseStep) => views[kind].isPictured

/** What happens on the verifier's page at this step. */
export function StepBody(props: StepProps) {
  const { Body }: StepView = views[props.step.kind]
  return <Body {...props} />
}

function Welcome({ character, useCase }: StepProps) {
  const names = requestedCredentials(useCase).map(({ name }) => credentialLabel(character, name))
  return (
    <p>
      {names.length > 0
        ? t('welcomeAsking', { name: character.name, credentials: listText(names) })
        : t('welcome', { name: character.name })}
    </p>
  )
}
