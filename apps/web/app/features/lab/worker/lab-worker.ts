import { createHolder, hasCode } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { createEncryptionKey, webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { cheats } from '@lastmile/lab/cheats'
import { compared } from '@lastmile/lab/comparison'
import type { Api } from '@lastmile/lab/exchanges'
import { openLabWallet } from '@lastmile/lab/lab-wallet'
import { openLabs } from '@lastmile/lab/open-lab'
import { failureOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { facilities, lazyCryptography } from '../../../wallet/worker/browser-holder.ts'
import type { LabAnswer, LabCall, LabWork } from './messages.ts'

/** One work after the other: a wallet makes one forgery at a time. */
let latest = Promise.resolve()
let holders: Awaited<ReturnType<typeof openLabs>> | undefined

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

async function done({ work, of }: LabCall): Promise<LabWork[keyof LabWork]['result']> {
  holders ??= await openLabs(api, openWallet)
  const [lab] = holders
  switch (work) {
    case 'compare':
      return compared(holders, of)
    case 'attempt':
      return lab.attempt(cheats[of])
    case 'share':
      return lab.share({ protocol: of, question: 'met', verifier: 'Corner Shop' })
    case 'draft':
      return lab.draft(of)
    case 'send':
      return lab.send(of.protocol, of.presentation)
    case 'presentToDistant':
      return lab.presentToDistant(
        of.protocol,
        { registry: of.isUp ? 'up' : 'down', oldest_list: of.oldestList },
        of.isAnyway,
      )
    case 'revokeDistant':
      await lab.revokeDistant(of)
      return undefined
    case 'renewDistant':
      await lab.renewDistant(of)
      return undefined
  }
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
