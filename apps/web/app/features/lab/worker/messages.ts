import type { Protocol } from '@lastmile/contracts'
import type { CheatName } from '@lastmile/lab/cheats'
import type { Comparison, SettingName } from '@lastmile/lab/comparison'
import type { Verdict } from '@lastmile/lab/exchanges'
import type { DistantPresentation } from '@lastmile/lab/lab'

/** The lab's work, by name: its argument and its result. */
export interface LabWork {
  compare: { of: SettingName; result: Comparison }
  attempt: { of: CheatName; result: Verdict }
  /** An honest answer. */
  share: { of: Protocol; result: Verdict }
  /** An honest answer, which is not sent. */
  draft: { of: Protocol; result: Record<string, unknown> | string }
  /** An answer to the draft's question, as the visitor has edited it. */
  send: { of: { protocol: Protocol; presentation: Record<string, unknown> | string }; result: Verdict }
  presentToDistant: {
    of: { protocol: Protocol; isUp: boolean; oldestList: number; isAnyway: boolean }
    result: DistantPresentation
  }
  revokeDistant: { of: Protocol; result: undefined }
  renewDistant: { of: Protocol; result: undefined }
}

export type LabCall = { [Name in keyof LabWork]: { id: number; work: Name; of: LabWork[Name]['of'] } }[keyof LabWork]

export type LabAnswer = { id: number } & ({ result: unknown } | { failure: { code: string; message: string } })
