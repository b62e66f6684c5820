/**
 * Does the work for every item, one after the other. A failure stops none of the others.
 * @throws AggregateError with what failed, at the end
 */
export async function forEachInSequence<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 0) return
  const [first] = failures
  const reason = first instanceof Error ? first.message : String(first)
  throw new AggregateError(failures, `${failures.length} of ${items.length} failed, the first because: ${reason}`)
}
