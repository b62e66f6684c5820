import type { FromAfar } from '@lastmile/lab/lab'
import { t } from './texts.ts'

/** One time that the card was shown, and how things stood. */
export interface Showing extends FromAfar {
  number: number
  isUp: boolean
  isRevoked: boolean
  /** Sent although the wallet knew that it is revoked. */
  isAnyway: boolean
}

type Text = Parameters<typeof t>[0]

/** The stamp on the slip, the sentence below it, and whether both are as they should be for a good answer. */
export function outcomeOf(showing: Showing): { stamp: 'taken' | 'refused' | 'notSent'; said: string; isGood: boolean } {
  const { verdict, stopped } = showing
  if (!verdict) return { stamp: 'notSent', said: t(`wallet-${stopped}` as Text), isGood: false }
  const { verified, reason } = verdict.proof
  const said = saidOf(showing)
  return {
    stamp: verified ? 'taken' : 'refused',
    said: said ? t(said) : (reason ?? ''),
    isGood: said === 'takenUp' || said === 'takenDown',
  }
}

/** Undefined where the server’s own reason says it. */
function saidOf({ verdict, isUp, isRevoked, isAnyway }: Showing): Text | undefined {
  if (verdict?.proof.verified) {
    if (isAnyway && verdict.asked.protocol !== 'openid4vc') return 'takenAnyway'
    if (isUp) return isRevoked ? 'wronglyTaken' : 'takenUp'
    return isRevoked ? 'takenRevoked' : 'takenDown'
  }
  if (isUp) return undefined
  return verdict?.proof.registry_reads?.list_read_at ? 'refusedOld' : 'refusedNever'
}
