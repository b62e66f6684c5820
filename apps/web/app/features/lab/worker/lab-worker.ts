import { createHolder } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { createEncryptionKey, webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { cheats } from '@lastmile/lab/cheats'
import { compared } from '@lastmile/lab/comparison'
import type { Api } from '@lastmile/lab/exchanges'
import type { Lab } from '@lastmile/lab/lab'
import { openLabWallet } from '@lastmile/lab/lab-wallet'
import { openLab } from '@lastmile/lab/open-lab'
import { failureOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { facilities, loadCryptography } from '../../../wallet/worker/browser-holder.ts'
import type { LabAnswer, LabCall, LabWork } from './messages.ts'

/** Holders of the lab beside the visitor: the crowd that a proof could have come from. */
const others = 2

/** One work after the other: a wallet makes one forgery at a time. */
let latest = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<LabCall>) => {
  latest = latest.then(() => take(data))
}

async function take(asked: LabCall): Promise<void> {
  const { id } = asked
  const answer: LabAnswer = await done(asked).then(
    (result) => ({ id, result }),
    (error) => ({ id, failure: failureOf(error) }),
  )
  self.postMessage(answer)
}

async function done({ work, of }: LabCall): Promise<LabWork[keyof LabWork]['result']> {
  switch (work) {
    case 'compare':
      return compared(await Promise.all(Array.from({ length: 1 + others }, (_, holder) => labOf(holder))), of)
    case 'attempt':
      return (await labOf(0)).attempt(cheats[of])
    case 'share':
      return (await labOf(0)).share({ protocol: of, question: 'met', verifier: 'Corner Shop' })
    case 'draft':
      return (await labOf(0)).draft(of)
    case 'send':
      return (await labOf(0)).send(of.protocol, of.presentation)
    case 'showFromAfar':
      return (await labOf(0)).showFromAfar(of.protocol, {
        registry: of.isUp ? 'up' : 'down',
        oldest_list: of.oldestList,
      })
    case 'revokeAfar':
      await (await labOf(0)).revokeAfar(of)
      return undefined
    case 'renewAfar':
      await (await labOf(0)).renewAfar(of)
      return undefined
  }
}

const api: Api = (name, { id, body } = {}) =>
  call(name, { ...(id !== undefined && { params: { id } }), ...(body !== undefined && { body }) } as never)

const labs = new Map<number, Promise<Lab>>()

/** The visitor's own is the first. */
function labOf(holder: number): Promise<Lab> {
  const lab = labs.get(holder) ?? openLab(api, openWallet)
  labs.set(holder, lab)
  lab.catch(() => labs.delete(holder))
  return lab
}

async function openWallet() {
  // Each has a module of its own, as it forgets all when it is closed.
  const cryptography = await loadCryptography()
  const cipher = webCryptoCipher(await createEncryptionKey())
  return openLabWallet({ ...facilities, anoncreds: cryptography }, (seams) =>
    createHolder({
      ...{ label: 'Lab wallet', storage: memoryStorage(), cipher, ...facilities, ...seams },
    }),
  )
}
