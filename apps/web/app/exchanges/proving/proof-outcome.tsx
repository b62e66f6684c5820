import type { Character, RefusalReason, RequestOptions, Verifier } from '@lastmile/contracts'
import { answerRefusals } from '@lastmile/contracts/constants'
import { phaseOf } from '@lastmile/contracts/lifecycles'
import { attributeLabelIn, credentialNamed, labelOf, mergedRequirements, sameCredential } from '@lastmile/journey'
import { type ReactNode, useEffect } from 'react'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SlowHelp } from '../../ui/slow-help.tsx'
import { StepState } from '../../ui/step-frame.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { ValueList } from '../../ui/value-list.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { isUnreadable } from '../connecting/unreadable-notice.tsx'
import type { ProofExchangeState } from './proof-slice.ts'
import { ProvedFact, provedFacts } from './proved-facts.tsx'
import { type AfterRevoked, RefusedAnswer } from './refused-answer.tsx'
import { t } from './texts.ts'

export interface ProofOutcomeProps {
  proof: ProofExchangeState
  options: RequestOptions
  verifier: Verifier
  /** Supplies the credentials' labels. */
  character?: Character | undefined
  afterRevoked?: AfterRevoked | undefined
  wayOut?: ReactNode
  wallet: 'web' | 'other'
  onTryAgain: () => void
}

/** The verifier's decision on the wallet's answer. */
export function ProofOutcome(props: ProofOutcomeProps) {
  const { proof, options, verifier } = props
  const outcome = outcomeOf(proof, options)
  const isWithoutAnswer = !isRefusedAnswer(proof.refusal) && proof.refusal !== 'unavailable'

  useEffect(() => {
    if (outcome === 'verified') announce(t('announce.verified'))
    if (outcome === 'refused as expected') announce(t('asExpected'))
    if (outcome === 'refused') announce(t('announce.refused', { verifier: verifier.name }), 'assertive')
    if (outcome === 'ended') announce(t('announce.ended'), 'assertive')
  }, [outcome, verifier.name])

  return (
    <>
      <StepState>
        <OutcomeState outcome={outcome} {...props} />
      </StepState>
      {outcome === 'verified' ? (
        <Proved {...props} />
      ) : outcome === 'checking' ? null : (
        <p>{t(isWithoutAnswer ? 'noProof' : isRenewed(props) ? 'notShownYet' : 'notAccepted')}</p>
      )}
    </>
  )
}

const isRenewed = ({ proof, afterRevoked }: ProofOutcomeProps) =>
  proof.refusal === 'revoked' && afterRevoked !== undefined && afterRevoked.lacking.length === 0

interface OutcomeStateProps extends ProofOutcomeProps {
  outcome: ReturnType<typeof outcomeOf>
}

function OutcomeState({ outcome, proof, verifier, afterRevoked, wayOut, wallet, onTryAgain }: OutcomeStateProps) {
  if (outcome === 'checking') {
    return <Waiting help={<SlowHelp />}>{t('checking', { verifier: verifier.name })}</Waiting>
  }
  if (outcome === 'verified') {
    return (
      <div
        data-testid="proof-verified"
        className="grid animate-rise grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-2xl bg-leaf-soft p-3"
      >
        <span className="grid size-12 place-items-center rounded-full bg-forest text-on-forest @max-[24rem]/page:size-9 @min-[24rem]/page:row-span-2">
          <Icon name="shield" size={24} />
        </span>
        <p className="font-display text-[1.25rem] leading-tight font-semibold">{t('verified')}</p>
        <p className="text-small @max-[24rem]/page:col-span-full">{t('verifiedText')}</p>
        {proof.isShownAgain ? (
          <div className="@max-[24rem]/page:col-span-full @min-[24rem]/page:col-start-3 @min-[24rem]/page:row-span-2 @min-[24rem]/page:row-start-1">
            <Button size="small" variant="ghost" onClick={onTryAgain}>
              {t('askAgain')}
            </Button>
          </div>
        ) : null}
      </div>
    )
  }
  const { refusal } = proof
  if (outcome === 'refused as expected') {
    return (
      <Notice
        title={t('asExpected')}
        action={<TryAgain variant="ghost" onClick={onTryAgain} />}
        data-testid="proof-ended"
      >
        {t('because.expected')} {t(refusal === 'declined' ? 'learnedNothing' : 'saw', { verifier: verifier.name })}
      </Notice>
    )
  }
  if (isRefusedAnswer(refusal)) {
    return (
      <RefusedAnswer
        refusal={proof.isUnlike ? 'unlike' : refusal}
        verifier={verifier.name}
        afterRevoked={afterRevoked}
        wayOut={wayOut}
        onTryAgain={onTryAgain}
      />
    )
  }
  const because = isUnreadable(refusal) ? null : (refusal ?? (proof.state === 'expired' ? 'expired' : null))
  return (
    <Notice
      tone="warning"
      title={because === null || because === 'declined' ? t('ended') : t(`ended.${because}`)}
      action={<TryAgain onClick={onTryAgain} />}
      data-testid="proof-ended"
    >
      {because === null
        ? t('because')
        : because === 'declined'
          ? t('because.declined', { wallet })
          : t(`because.${because}`)}{' '}
      {because === 'unavailable' ? null : t('learnedNothing', { verifier: verifier.name })} {t('wayOn')}
    </Notice>
  )
}

/** All other refusals taught the verifier nothing. */
const isRefusedAnswer = (refusal: RefusalReason | null): refusal is (typeof answerRefusals)[number] =>
  answerRefusals.some((candidate) => candidate === refusal)

function outcomeOf({ state, verified, refusal }: ProofExchangeState, { expectRefusal }: RequestOptions) {
  if (expectRefusal && (refusal === 'declined' || refusal === 'predicate-not-met')) return 'refused as expected'
  if (isRefusedAnswer(refusal)) return 'refused'
  if (state !== null && phaseOf('proof', state) === 'failed') return 'ended'
  return verified === true ? 'verified' : 'checking'
}

/** The verifier's knowledge after the proof. */
function Proved(props: ProofOutcomeProps) {
  const { proof, options, verifier, character } = props
  const groups = revealedGroups(props)
  const proved = mergedRequirements(options.requestedCredentials).flatMap((requirement) => {
    const credential = credentialNamed(character, requirement.name)
    return provedFacts(requirement, credential).map((fact) => ({
      credential: labelOf(credential ?? requirement),
      fact,
    }))
  })
  return (
    <div data-testid="proof-learned" className="grid animate-rise gap-6">
      {/* There before the values are fetched, and what the demo is about. */}
      {proved.length > 0 ? (
        <section>
          <h2 className="font-sans text-small font-semibold text-mute">{t('knows', { verifier: verifier.name })}</h2>
          <ul className="mt-3 grid gap-2">
            {proved.map(({ credential, fact }) => (
              <li key={`${credential} ${fact.about} ${fact.condition}`} className="flex items-start gap-2.5">
                <Icon name="tick" className="mt-0.5 text-forest" />
                <span>
                  <ProvedFact fact={fact} /> <span className="inline-block text-small text-mute">({credential})</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {proof.isShownAgain && !proof.presentation ? <p>{t('valuesGone')}</p> : null}
      {groups.length > 0 ? (
        <section className="grid gap-5">
          <h2 className="font-sans text-small font-semibold text-mute">{t('sees', { verifier: verifier.name })}</h2>
          {groups.map((group) => (
            <div key={group.title} className="rounded-2xl border border-line p-5">
              <h3 className="mb-3 font-sans text-small font-semibold">{group.title}</h3>
              <ValueList values={group.values} />
            </div>
          ))}
        </section>
      ) : null}
    </div>
  )
}

/** Revealed values grouped by credential, in request order; a referent is named after its credential. */
function revealedGroups({ proof: { presentation }, options, character }: ProofOutcomeProps) {
  if (!presentation) return []
  const { revealed_attr_groups: attributeGroups, revealed_attrs: attributes } = presentation.requested_proof
  const groups = Object.entries(attributeGroups).map(([title, group]) => {
    const { properties = [] } = options.requestedCredentials.find(({ name }) => sameCredential(name, title)) ?? {}
    const credential = credentialNamed(character, title)
    const values = valuesOf(group.values)
      .sort((a, b) => properties.indexOf(a.name) - properties.indexOf(b.name))
      .map((value) => ({ ...value, label: attributeLabelIn(credential, value.name) }))
    return { title: labelOf(credential ?? { name: title }), values }
  })
  const single = valuesOf(attributes)
  return single.length > 0 ? [...groups, { title: t('details'), values: single }] : groups
}

const valuesOf = (revealed: Record<string, { raw: string }>) =>
  Object.entries(revealed).map(([name, { raw }]) => ({ name, value: raw }))
