import { presentSdJwtVc } from '@lastmile/formats/sd-jwt'
import type { AnonCreds, Holder, HolderDependencies, PresentationTask } from '@lastmile/holder'
import { type Look, waitForSnapshot } from '@lastmile/holder/wait-for-snapshot'
import type { Received } from './features.ts'
import type { PresentationRecord } from './linker.ts'

export type Json = Record<string, unknown>
export type PresentSdJwt = typeof presentSdJwtVc
/** The copy's text, the claims to show, and the verifier that the presentation is bound to. */
export type SdJwtTask = Parameters<PresentSdJwt>

/** An answer before it is encrypted (OpenID4VP 1.0, 8.1). */
interface Answer {
  vp_token: Record<string, string[]>
  state?: string | undefined
}

/** Makes an answer in the engine's place. @param honest what the engine would have made */
export interface Forgery {
  anoncreds?(task: PresentationTask, honest: AnonCreds['createPresentation']): Json
  sdJwt?(task: SdJwtTask, honest: PresentSdJwt): Promise<string>
  /** The answer that carries the presentations of SD-JWT. */
  answer?(honest: Answer): Answer
}

/** Parts of a holder that the lab takes the place of. */
export type Seams = Required<Pick<HolderDependencies, 'anoncreds' | 'presentSdJwt' | 'changeAnswer' | 'fetch'>>

/** The wallet's engine, with what it lets issuers and verifiers see written down, and with room for a forgery. */
export interface LabWallet {
  readonly holder: Holder
  /** Makes the answers from now on. */
  forgery: Forgery
  /** The issuer's addresses: within reach or not, and every call of them, noted when it is over. */
  readonly registry: { isUp: boolean; calls: RegistryCall[] }
  /** The last answer as its verifier gets it. */
  readonly sent: PresentationRecord | undefined
  /** All parts of the credentials as their issuer handed them out. */
  readonly issued: { readonly didcomm: Received[]; readonly openid4vc: Received[] }
  /** Resolves with the first snapshot's part that is found, now or later. Rejects after a minute. */
  sees<Found>(look: Look<Found>): Promise<Found>
}

export interface RegistryCall {
  address: string
  /** The status that came back. `cut`: the lab let nothing out. `failed`: it was sent, and nothing came back. */
  outcome: number | 'cut' | 'failed'
}

/** @param open opens a holder with these parts instead of its own */
export async function openLabWallet(
  { anoncreds, fetch }: Pick<HolderDependencies, 'anoncreds' | 'fetch'>,
  open: (seams: Seams) => Promise<Holder>,
): Promise<LabWallet> {
  const issued: LabWallet['issued'] = { didcomm: [], openid4vc: [] }
  let sent: PresentationRecord | undefined
  const note = <Presentation extends Received>(presentation: Presentation) => {
    sent = { presentation, receivedAt: Date.now() }
    return presentation
  }
  const holder = await open({
    anoncreds: {
      ...anoncreds,
      processCredential(task) {
        issued.didcomm.push(task.credential)
        return anoncreds.processCredential(task)
      },
      createPresentation(task) {
        const honest = anoncreds.createPresentation
        return note(wallet.forgery.anoncreds?.(task, honest) ?? honest(task))
      },
    },
    async presentSdJwt(...task) {
      return note(await (wallet.forgery.sdJwt?.(task, presentSdJwtVc) ?? presentSdJwtVc(...task)))
    },
    changeAnswer(answer) {
      const forged = wallet.forgery.answer?.(answer as Answer)
      return forged ? note({ ...forged }) : answer
    },
    async fetch(url, init) {
      const { pathname } = new URL(String(url))
      const answer = await (isOfIssuer(pathname) ? called(url, init) : fetch(url, init))
      if (pathname.includes('/.well-known/openid-credential-issuer')) return inClear(answer)
      if (!pathname.endsWith('/openid4vc/credential')) return answer
      const { credentials = [] } = (await answer.clone().json()) as { credentials?: { credential: string }[] }
      issued.openid4vc.push(...credentials.map(({ credential }) => credential))
      return answer
    },
  })
  async function called(...given: Parameters<typeof fetch>): Promise<Response> {
    const { calls, isUp } = wallet.registry
    const call: RegistryCall = { address: String(given[0]), outcome: isUp ? 'failed' : 'cut' }
    try {
      if (!isUp) throw new TypeError('The registry is down')
      const answer = await fetch(...given)
      call.outcome = answer.status
      return answer
    } finally {
      calls.push(call)
    }
  }
  const wallet: LabWallet = {
    holder,
    issued,
    forgery: {},
    registry: { isUp: true, calls: [] },
    get sent() {
      return sent
    },
    sees: (look) => waitForSnapshot(holder, look, patience),
  }
  return wallet
}

/** The lab shows what is issued, so it is not encrypted on its way. */
async function inClear(answer: Response): Promise<Response> {
  const metadata = (await answer.json()) as Json
  for (const name of ['credential_request_encryption', 'credential_response_encryption']) delete metadata[name]
  return Response.json(metadata)
}

/** Issuer and verifier are one host here: all but the verifier's paths and those of messages are the issuer's. */
const isOfIssuer = (pathname: string): boolean => !/^\/(didcomm|openid4vc\/(requests|answers|returns))\b/.test(pathname)

/** Milliseconds. */
const patience = 60_000
