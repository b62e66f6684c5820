import type { Protocol } from '@lastmile/contracts'
import { createHolder, hasCode } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { createEncryptionKey, webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { type CheatName, cheats } from '@lastmile/lab/cheats'
import { compared, type SettingName } from '@lastmile/lab/comparison'
import type { Api } from '@lastmile/lab/exchanges'
import { openLabWallet } from '@lastmile/lab/lab-wallet'
import { openLabs } from '@lastmile/lab/open-lab'
import { failureOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { facilities, lazyCryptography } from '../../../wallet/worker/browser-holder.ts'

type Labs = Awaited<ReturnType<typeof openLabs>>

interface Answer {
  protocol: Protocol
  presentation: Record<string, unknown> | string
}

interface DistantAnswer {
  protocol: Protocol
  isUp: boolean
  oldestList: number
  isAnyway: boolean
}

/** The lab's work, by name: of the visitor's lab, which is the first, or of all. */
const works = {
  compare: (labs: Labs, setting: SettingName) => compared(labs, setting),
  attempt: ([lab]: Labs, cheat: CheatName) => lab.attempt(cheats[cheat]),
  /** An honest answer. */
  share: ([lab]: Labs, protocol: Protocol) => lab.share({ protocol, question: 'met', verifier: 'Corner Shop' }),
  /** An honest answer, which is not sent. */
  draft: ([lab]: Labs, protocol: Protocol) => lab.draft(protocol),
  /** An answer to the draft's question, as the visitor has edited it. */
  send: ([lab]: Labs, { protocol, presentation }: Answer) => lab.send(protocol, presentation),
  presentToDistant: ([lab]: Labs, { protocol, isUp, oldestList, isAnyway }: DistantAnswer) =>
    lab.presentToDistant(protocol, { registry: isUp ? 'up' : 'down', oldest_list: oldestList }, isAnyway),
  revokeDistant: ([lab]: Labs, protocol: Protocol) => lab.revokeDistant(protocol),
  renewDistant: ([lab]: Labs, protocol: Protocol) => lab.renewDistant(protocol),
}

export type LabWorks = typeof works

export type LabCall = {
  [Name in keyof LabWorks]: { id: number; work: Name; of: Parameters<LabWorks[Name]>[1] }
}[keyof LabWorks]

export type LabAnswer = { id: number } & ({ result: unknown } | { failure: { code: string; message: string } })

/** One work after the other: a wallet makes one forgery at a time. */
let latest = Promise.resolve()
let labs: Labs | undefined

self.onmessage = ({ data }: MessageEvent<LabCall>) => {
  latest = latest.then(() => take(data))
}

async function take(asked: LabCall): Promise<void> {
  const { id } = asked
  const answer: LabAnswer = await done(asked).then(
    (result) => ({ id, result }),
    (error) => ({ id, failure: ownFailureOf(error) ?? failureOf(error) }),
  )
  self.postMessage(answer)
}

/** The wallet reaches this site alone, and the page's own calls say where that is away. */
function ownFailureOf(error: unknown) {
  if (hasCode(error, 'unreachable')) return { code: 'busy', message: '' }
  return hasCode(error, 'no-webassembly') ? { code: 'no-webassembly', message: '' } : undefined
}

async function done({ work, of }: LabCall): Promise<unknown> {
  labs ??= await openLabs(api, openWallet)
  const run: (labs: Labs, of: never) => Promise<unknown> = works[work]
  return run(labs, of as never)
}

const api: Api = (name, { id, body } = {}) =>
  call(name, { ...(id !== undefined && { params: { id } }), ...(body !== undefined && { body }) } as never)

async function openWallet() {
  // Each has a module of its own, as it forgets all when it is closed.
  const cipher = webCryptoCipher(await createEncryptionKey())
  return openLabWallet({ ...facilities, anoncreds: lazyCryptography() }, (seams) =>
    createHolder({
      label: 'Lab wallet',
      storage: memoryStorage(),
      cipher,
      ...facilities,
      ...seams,
    }),
  )
}
