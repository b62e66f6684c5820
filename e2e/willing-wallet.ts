import { setTimeout as pause } from 'node:timers/promises'
import { type Holder, type HolderDependencies, HolderError } from '@lastmile/holder'
import { type OurWallet, openOurWallet } from './our-wallet.ts'

/** A wallet of ours whose person decides at once. */
export interface WillingWallet extends OurWallet {
  /** May be changed at any time; holds for what arrives from then on. What can't be proved is declined. */
  policies: { offers: Policy; proofRequests: Policy }
  receive(link: string): Promise<unknown>
  close(): Promise<void>
}

/** Yes, or no word at all. */
type Policy = 'accept' | 'silent'

/**
 * Opens a new one, in memory. It says yes to everything until asked otherwise.
 * @param onProblem called with why something could not be done; without it, a failure ends the process
 */
export async function openWillingWallet({
  onProblem = (problem) => {
    throw problem
  },
  ...dependencies
}: Partial<HolderDependencies> & { onProblem?(problem: unknown): void } = {}): Promise<WillingWallet> {
  const { holder, sees } = await openOurWallet(dependencies)
  const wallet: WillingWallet = {
    holder,
    sees,
    policies: { offers: 'accept', proofRequests: 'accept' },
    receive: (link) => holder.receive(link),
    close: () => holder.close(),
  }
  const seen = new Set<string>()
  const once = (id: string, policy: Policy, act: () => Promise<void>) => {
    const isNew = !seen.has(id)
    seen.add(id)
    if (isNew && policy === 'accept') persist(act).catch(onProblem)
  }
  holder.subscribe(({ offers, requests }) => {
    for (const { id } of offers) once(id, wallet.policies.offers, () => holder.accept(id))
    for (const { id, possible } of requests)
      once(id, wallet.policies.proofRequests, () => (possible ? answerOrDecline(holder, id) : holder.decline(id)))
  })
  return wallet
}

/** That a credential is revoked may be known only once the proof is made. */
async function answerOrDecline(holder: Holder, requestId: string): Promise<void> {
  try {
    await holder.answer(requestId)
  } catch (error) {
    if (!(error instanceof HolderError && (error.code === 'revoked' || error.code === 'cannot-prove'))) throw error
    await holder.decline(requestId)
  }
}

/** Tries again for half a minute, as a person would, while an issuer is out of reach, or after a word of doubt. */
async function persist(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (
        !(error instanceof HolderError && ['unreachable', 'unread', 'suspended'].includes(error.code)) ||
        tries === 30
      )
        throw error
      await pause(1_000)
    }
  }
}
