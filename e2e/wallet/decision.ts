/** The holder's decision about something that arrived; `silent` leaves it open, to be decided later. */
export type Decision = 'accept' | 'decline' | 'silent'
/** One decision for everything of a kind, or a question asked for each. */
export type Policy<Item> = Decision | ((item: Item) => Decision | Promise<Decision>)

export interface Decidable {
  accept(): Promise<void>
  decline(reason?: string): Promise<void>
}

/** Does what the policy says. Rejects when accepting or declining fails. */
export async function decide<Item extends Decidable>(item: Item, policy: Policy<Item>) {
  const decision = typeof policy === 'function' ? await policy(item) : policy
  if (decision === 'accept') await item.accept()
  if (decision === 'decline') await item.decline()
}
