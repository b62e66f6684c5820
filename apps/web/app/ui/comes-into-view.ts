/** A `ref` for what a press far from it brings about. */
export const comesIntoView = (node: Element | null) => node?.scrollIntoView({ block: 'nearest' })
