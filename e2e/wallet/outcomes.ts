/** How exchanges ended, by record id; may be asked before or after the end. */
export class Outcomes<Outcome> {
  private readonly entries = new Map<string, { promise: Promise<Outcome>; settle: (outcome: Outcome) => void }>()

  of(id: string): Promise<Outcome> {
    return this.entry(id).promise
  }

  settle(id: string, outcome: Outcome) {
    this.entry(id).settle(outcome)
  }

  private entry(id: string) {
    const found = this.entries.get(id)
    if (found) return found
    let settle: (outcome: Outcome) => void = () => undefined
    const promise = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    const entry = { promise, settle }
    this.entries.set(id, entry)
    return entry
  }
}
