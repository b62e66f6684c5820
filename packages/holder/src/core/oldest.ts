/** The items over the number that is kept, the oldest. */
export const oldest = <Item>(items: Item[], moment: (item: Item) => number, kept: number): Item[] =>
  [...items].sort((one, other) => moment(one) - moment(other)).slice(0, Math.max(0, items.length - kept))
