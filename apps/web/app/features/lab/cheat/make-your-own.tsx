import type { Protocol } from '@lastmile/contracts'
import type { Verdict } from '@lastmile/lab/exchanges'
import { parseSdJwt, type SdJwtParts, serializeSdJwt } from '@lastmile/lab/sd-jwt-parts'
import { useState } from 'react'
import { type Failure, failureOf } from '../../../api/api-error.ts'
import { Attempt } from '../../../ui/attempt.tsx'
import { Button } from '../../../ui/button.tsx'
import { comesIntoView } from '../../../ui/comes-into-view.ts'
import { fieldLooks } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SteadyFocus } from '../../../ui/steady-focus.tsx'
import { UnderlinedSummary } from '../../../ui/underlined-summary.tsx'
import type { LabClient } from '../lab-client.ts'
import { indented } from '../received.ts'
import { AttemptResult, SpokenVerdict } from './attempt-result.tsx'
import { fieldsOf, type ReadableField, withField } from './readable-fields.ts'
import { t } from './texts.ts'

type Work = 'preparing' | 'sending'

type State =
  | { step: 'begin' }
  | { step: 'busy'; work: Work }
  | { step: 'edit'; isBroken: boolean }
  | { step: 'judged'; verdict: Verdict }
  | { step: 'failed'; work: Work; failure: Failure }

/** A presentation for the visitor to edit, which is sent as it stands. */
export function MakeYourOwn({ lab, protocol }: { lab: LabClient; protocol: Protocol }) {
  const [text, setText] = useState('')
  const [state, setState] = useState<State>({ step: 'begin' })

  async function prepare() {
    setState({ step: 'busy', work: 'preparing' })
    try {
      const draft = await lab.do('draft', protocol)
      setText(indented(typeof draft === 'string' ? parseSdJwt(draft) : draft))
      setState({ step: 'edit', isBroken: false })
    } catch (error) {
      setState({ step: 'failed', work: 'preparing', failure: failureOf(error) })
    }
  }

  async function send() {
    const presentation = readAs(protocol, text)
    if (presentation === undefined) return setState({ step: 'edit', isBroken: true })
    setState({ step: 'busy', work: 'sending' })
    try {
      setState({ step: 'judged', verdict: await lab.do('send', { protocol, presentation }) })
    } catch (error) {
      setState({ step: 'failed', work: 'sending', failure: failureOf(error) })
    }
  }

  return (
    <SteadyFocus className="mt-10">
      <section aria-labelledby="own" className="panel">
        <h2 id="own" className="text-heading">
          {t('ownTitle')}
        </h2>
        <p className="mb-3 max-w-[64ch] text-small text-mute">{t('ownText')}</p>
        {state.step === 'edit' ? (
          <div className="grid gap-3">
            <ReadableFields protocol={protocol} text={text} onChange={setText} />
            <details>
              <UnderlinedSummary>{t('ownJson')}</UnderlinedSummary>
              <label className="mt-1 grid gap-1 text-small font-semibold">
                {t('ownAnswer')}
                <textarea
                  className="min-h-80 w-full rounded-xl border border-edge bg-paper p-3 font-mono text-tiny font-normal"
                  spellCheck={false}
                  translate="no"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
              </label>
            </details>
            {state.isBroken ? <Notice tone="danger">{t('notJson')}</Notice> : null}
            <Button size="small" className="w-fit" onClick={() => void send()}>
              {t('sendOwn')}
            </Button>
          </div>
        ) : null}
        {state.step === 'begin' || state.step === 'judged' ? (
          <Button size="small" variant="ghost" onClick={() => void prepare()}>
            {t('prepare')}
          </Button>
        ) : null}
        {state.step === 'busy' || state.step === 'failed' ? (
          <Attempt
            failure={state.step === 'failed' ? state.failure : null}
            onRetry={() => void (state.work === 'sending' ? send() : prepare())}
          >
            {t(state.work)}
          </Attempt>
        ) : null}
        {state.step === 'judged' ? (
          <div ref={comesIntoView} className="scroll-my-20">
            <AttemptResult name="own" verdict={state.verdict} />
          </div>
        ) : null}
        <SpokenVerdict name="own" verdict={state.step === 'judged' ? state.verdict : undefined} />
      </section>
    </SteadyFocus>
  )
}

type ReadableFieldsProps = { protocol: Protocol; text: string; onChange: (text: string) => void }

/** Everything in the answer that the shop reads, to edit. */
function ReadableFields({ protocol, text, onChange }: ReadableFieldsProps) {
  const answer = parsed(text)
  return (
    <div className="grid gap-3 @min-[40rem]/page:grid-cols-2">
      {fieldsOf(protocol, answer).map((field) => (
        <label key={field.path.join('/')} className="grid content-start gap-1 text-small font-semibold">
          {labelOf(field)}
          <input
            className={fieldLooks}
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={field.value}
            onChange={({ target }) => onChange(indented(withField(answer, field, target.value)))}
          />
        </label>
      ))}
    </div>
  )
}

function labelOf({ name, isBound }: ReadableField): string {
  if (/^\d+$/.test(name)) return t('ownAge', { age: name })
  const words = name.replaceAll('_', ' ')
  return t(isBound ? 'ownBound' : 'ownValue', { name: words })
}

/** Of the JSON that was typed: an AnonCreds presentation is JSON itself. */
const presentationOf = {
  didcomm: (answer: object) => answer as Record<string, unknown>,
  openid4vc: (answer: object) => serializeSdJwt(answer as SdJwtParts),
} satisfies Record<Protocol, (answer: object) => Record<string, unknown> | string>

/** @returns undefined for what is no JSON object of that family */
function readAs(protocol: Protocol, text: string): Record<string, unknown> | string | undefined {
  const answer = parsed(text)
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer)
    ? presentationOf[protocol](answer)
    : undefined
}

/** @returns undefined for what is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
