import { openOurWallet } from '@lastmile/e2e/our-wallet'
import type { Holder, HolderParts, Snapshot } from '@lastmile/holder'

/**
 * A new wallet of ours, in memory, whose person says yes to everything at once.
 * @param onProblem told why something could not be done
 */
export async function openWillingWallet(
  onProblem: (problem: unknown) => void,
  parts: Partial<HolderParts> = {},
): Promise<Holder> {
  const { holder } = await openOurWallet({ label: 'Bench', ...parts })
  const decided = new Set<string>()
  const once = (id: string, act: () => Promise<void>) => {
    if (decided.has(id)) return
    decided.add(id)
    act().catch(onProblem)
  }
  holder.subscribe(({ offers, requests }: Snapshot) => {
    for (const { id } of offers) once(id, () => holder.accept(id))
    for (const { id, possible } of requests) if (possible) once(id, () => holder.answer(id))
  })
  return holder
}
