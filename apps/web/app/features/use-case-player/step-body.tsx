import type { UseCaseStep, UseCaseStepKind } from '@lastmile/contracts'
import { credentialLabel, includesCredential, isIssuedWithin, requestedCredentials } from '@lastmile/journey'
import { type ReactNode, Suspense } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { listText } from '../../texts/formats.ts'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { Notice } from '../../ui/notice.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { OpeningStep } from '../../visit/opening-step.tsx'
import { PartNotFetched } from '../../visit/part-not-fetched.tsx'
import { selectRevokedNames } from '../../visit/use-cases/use-case-selectors.ts'
import type { WalletStep } from './exchange-step.tsx'
import type { StepProps } from './step-props.ts'
import { t } from './texts.ts'
import { UseCaseResult } from './use-case-result.tsx'

interface StepView<Step = UseCaseStep> {
  /** Other steps need the room for tasks or text. */
  isPictured: boolean
  /** Whether it shows the thing that the answer changes. */
  hasScene: boolean
  Body(props: StepProps<Step>): ReactNode
}

const end: StepView = { isPictured: true, hasScene: true, Body: UseCaseResult }

/** A use case begins with text: the exchange code loads when needed. */
const ExchangeStep = fetchedLater(() => import('./exchange-step.tsx').then((file) => file.ExchangeStep), PartNotFetched)

const exchange: StepView<WalletStep> = {
  isPictured: false,
  hasScene: true,
  Body: (props) => (
    <Suspense fallback={<OpeningStep />}>
      <ExchangeStep {...props} />
    </Suspense>
  ),
}

/** The verifier's page, by kind of screen. */
const views = {
  START: { isPictured: true, hasScene: false, Body: Welcome },
  INFO: { isPictured: true, hasScene: false, Body: () => <p>{t('nothingAsked')}</p> },
  CONNECTION: exchange,
  CREDENTIAL: exchange,
  PROOF: exchange,
  PROOF_OOB: exchange,
  STEP_END: end,
  END: end,
  UNKNOWN: {
    isPictured: false,
    hasScene: false,
    Body: () => (
      <Notice tone="warning" title={t('unknown')}>
        {t('unknownText')}
      </Notice>
    ),
  },
} satisfies { [Kind in UseCaseStepKind]: StepView<UseCaseStep<Kind>> }

export const hasScene = ({ kind }: UseCaseStep) => views[kind].hasScene
export const isPictured = ({ kind }: UseCaseStep) => views[kind].isPictured

/** The verifier's page at this step. */
export function StepBody(props: StepProps) {
  const { Body }: StepView = views[props.step.kind]
  return <Body {...props} />
}

/** No verifier knows a name before it was proved. */
function Welcome({ character, useCase, verifier }: StepProps) {
  const asked = requestedCredentials(useCase).filter(({ name }) => !isIssuedWithin(useCase, name))
  const revokedNames = useAppSelector(selectRevokedNames)
  const revoked = asked.filter(({ name, nonRevoked }) => nonRevoked && includesCredential(revokedNames, name))
  const labelsOf = (some: typeof asked) => listText(some.map(({ name }) => credentialLabel(character, name)))
  return (
    <>
      {revoked.length > 0 ? (
        <StepState>
          <Notice tone="warning">
            {t('toBeRefused', { credentials: labelsOf(revoked), count: revoked.length, verifier: verifier.name })}
          </Notice>
        </StepState>
      ) : null}
      <p>{asked.length > 0 ? t('welcomeAsking', { credentials: labelsOf(asked) }) : t('welcome')}</p>
    </>
  )
}
