import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import type { Protocol } from '@lastmile/contracts'
import { openWillingWallet } from '@lastmile/e2e/willing-wallet'
import { presentSdJwtVc } from '@lastmile/formats/sd-jwt'
import type { PresentationRecord, Received } from '@lastmile/lab/linker'

/** A wallet of ours, and all of it that issuer and verifiers get to see. */
export interface NotedWallet {
  receive(link: string): Promise<unknown>
  /** The last answer, as its verifier has it. */
  answered(): PresentationRecord
  /** All parts of its credentials, as their issuer handed them out. */
  issued: Record<Protocol, Received[]>
  /** Whether it shows the first copy of an SD-JWT again, as a wallet without batches does. */
  showsAgain: boolean
  close(): Promise<void>
}

const anoncreds = await loadAnonCreds(
  await readFile(createRequire(import.meta.url).resolve('@lastmile/anoncreds-wasm/holder.wasm')),
)

export async function openNotedWallet(): Promise<NotedWallet> {
  const issued: NotedWallet['issued'] = { didcomm: [], openid4vc: [] }
  let latest: PresentationRecord | undefined
  let first: Parameters<typeof presentSdJwtVc> | undefined
  const answers = <Presentation extends Received>(presentation: Presentation) => {
    latest = { presentation, receivedAt: Date.now() }
    return presentation
  }
  const { receive, close } = await openWillingWallet({
    anoncreds: {
      ...anoncreds,
      // One for all wallets of the process: the module has memory of its own.
      forget() {},
      processCredential(task) {
        issued.didcomm.push(task.credential)
        return anoncreds.processCredential(task)
      },
      createPresentation: (task) => answers(anoncreds.createPresentation(task)),
    },
    async presentSdJwt(text, paths, binding) {
      first ??= [text, paths, binding]
      if (!wallet.showsAgain) return answers(await presentSdJwtVc(text, paths, binding))
      const [copy, , { sign }] = first
      return answers(await presentSdJwtVc(copy, paths, { ...binding, sign }))
    },
    async fetch(url, init) {
      const answer = await fetch(url, init)
      if (!String(url).endsWith('/openid4vc/credential')) return answer
      const { credentials = [] } = (await answer.clone().json()) as { credentials?: { credential: string }[] }
      issued.openid4vc.push(...credentials.map(({ credential }) => credential))
      return answer
    },
  })
  const wallet: NotedWallet = {
    ...{ receive, close, issued, showsAgain: false },
    answered() {
      if (!latest) throw new Error('The wallet has answered nothing yet.')
      return latest
    },
  }
  return wallet
}
