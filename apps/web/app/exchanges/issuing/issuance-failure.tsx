import { confirmedPersonPath, timings } from '@lastmile/contracts/constants'
import type { Flow } from '@lastmile/journey'
import { useState } from 'react'
import { causeText } from '../../texts/failure-text.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useElapsed } from '../../ui/use-elapsed.ts'
import type { IssuanceFailure as Failure } from './credentials-slice.ts'
import { t } from './texts.ts'

/** Not a failure: the server is busy and says when to retry. */
const isBusy = ({ code }: Failure) => ['server-busy', 'offers-busy', 'too-many-calls'].includes(code)

/** Failure texts are sentences; inside another sentence they lose their full stop. */
const withoutStop = (message: string) => message.replace(/[.\s]+$/, '')

/** Each flow's restart page after a permanent failure, and its time-out text. */
const restarts = {
  onboarding: { page: '/demo', timedOut: t('timedOutInDemo') },
  confirmedPerson: { page: confirmedPersonPath, timedOut: t('timedOut') },
} as const satisfies Record<Flow, { page: string; timedOut: string }>

export type RestartPage = '/' | (typeof restarts)[Flow]['page']

interface IssuanceFailureProps {
  flow?: Flow | undefined
  failure: Failure
  /** The call is being retried. */
  isTrying: boolean
  onRetry: () => void
  /** Resets the demo and opens that page. */
  onRestart: (page: RestartPage) => void
}

/**
 * Temporary failures are retried, then offer Try Again in place (docs/product.md, section 4).
 * The error catalogue's resetting dialogs (docs/product.md, section 8) handle the rest.
 */
export function IssuanceFailure({ flow = 'onboarding', failure, isTrying, onRetry, onRestart }: IssuanceFailureProps) {
  const { page, timedOut } = restarts[flow]
  const { step, temporary } = failure
  const message = causeText(failure, t('issuanceError'))
  if (isTrying || temporary || step === 'deepLink') {
    return (
      <>
        <Attempt title={t('offerFailed')} failure={failure} isTrying={isTrying} onRetry={onRetry}>
          {null}
        </Attempt>
        {isTrying && !isBusy(failure) ? <TimeOut text={timedOut} onRestart={() => onRestart(page)} /> : null}
      </>
    )
  }
  return step === 'definition' ? (
    <RestartQuestion text={t('definitionFailed', { message })} onRestart={() => onRestart('/')} />
  ) : (
    <RestartQuestion text={t('failed', { message: withoutStop(message) })} onRestart={() => onRestart(page)} />
  )
}

/**
 * Runs only while a failure stands: waiting for acceptance or in the queue never times out (docs/product.md, section
 * 4).
 */
function TimeOut({ text, onRestart }: { text: string; onRestart: () => void }) {
  const isTimedOut = useElapsed(timings.credentialIssuanceTimeout)
  const [isPatient, setPatient] = useState(false)
  if (!isTimedOut || isPatient) return null
  return <FailureDialog text={text} onRestart={onRestart} onClose={() => setPatient(true)} dismiss={t('keepTrying')} />
}

/** Escape turns it into a notice: only the button resets. */
function RestartQuestion({ text, onRestart }: { text: string; onRestart: () => void }) {
  const [isOpen, setOpen] = useState(true)
  if (isOpen) return <FailureDialog text={text} onRestart={onRestart} onClose={() => setOpen(false)} />
  return (
    <Notice
      tone="danger"
      title={t('issue')}
      action={
        <Button size="small" onClick={onRestart}>
          {t('restart')}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

interface FailureDialogProps {
  text: string
  onRestart: () => void
  onClose: () => void
  dismiss?: string
}

function FailureDialog({ text, onRestart, onClose, dismiss }: FailureDialogProps) {
  return (
    <Dialog
      alert
      title={t('issue')}
      onClose={onClose}
      dismiss={dismiss}
      actions={<Button onClick={onRestart}>{t('ok')}</Button>}
      data-testid="issuance-error"
    >
      <p>{text}</p>
    </Dialog>
  )
}
