import { defaultProtocol, familyOf } from '@lastmile/contracts/protocols'
import type { DistantPresentation } from '@lastmile/lab/lab'
import type { VerdictTone } from '../verdict-label.tsx'
import { t } from './texts.ts'

/** One presentation of the card, and how things stood. */
export interface Presentation extends DistantPresentation {
  number: number
  isUp: boolean
  isRevoked: boolean
  /** Sent although the wallet knew that it is revoked. */
  isAnyway: boolean
}

type Text = Parameters<typeof t>[0]

interface Outcome {
  verdict: 'taken' | 'refused' | 'notSent'
  said: string
  tone: VerdictTone
}

/** The verdict in a word and in a sentence. A revoked card that is taken is no good verdict. */
export function outcomeOf(presentation: Presentation): Outcome {
  const { verdict, stopped } = presentation
  if (!verdict) return { verdict: 'notSent', said: t(`wallet-${stopped}` as Text), tone: 'notSent' }
  const { verified, reason } = verdict.proof
  const said = saidOf(presentation)
  const isRevokedTaken = verified === true && said !== 'takenUp' && said !== 'takenDown'
  const word = verified ? 'taken' : 'refused'
  return { verdict: word, said: said ? t(said) : (reason ?? ''), tone: isRevokedTaken ? 'wrong' : word }
}

/** Undefined where the server’s own reason says it. */
function saidOf({ verdict, isUp, isRevoked, isAnyway }: Presentation): Text | undefined {
  if (verdict?.proof.verified) {
    // An interval of AnonCreds reaches back to when it was good; a list of SD-JWT only grows old.
    if (isAnyway && familyOf(verdict.asked.protocol ?? defaultProtocol).shows === 'proof') return 'takenAnyway'
    if (isUp) return isRevoked ? 'wronglyTaken' : 'takenUp'
    return isRevoked ? 'takenRevoked' : 'takenDown'
  }
  if (isUp) return undefined
  return verdict?.proof.registry_reads?.list_read_at ? 'refusedOld' : 'refusedNever'
}
