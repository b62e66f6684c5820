export interface Quote {
  words: string
  /** A possible speaker; never a real person. */
  name: string
  role: string
}

/** A fictional quotation, marked as such. */
export function Quotation({ words, name, role }: Quote) {
  return (
    <figure className="row-span-3 grid grid-rows-subgrid gap-y-0 rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,32px)] text-ink">
      <p className="justify-self-start rounded-full bg-amber-soft px-3 py-1 text-tiny font-semibold">
        Illustrative example
      </p>
      <blockquote className="mt-5 font-display text-heading">
        <p>“{words}”</p>
      </blockquote>
      <figcaption className="mt-6 border-t border-line pt-4 text-small">
        <span className="block font-semibold">{name}</span>
        <span className="block text-balance text-mute">{role}, made up for this page</span>
      </figcaption>
    </figure>
  )
}

/** Several, side by side. */
export function Quotations({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <ul className="grid gap-5 lg:grid-cols-3 lg:gap-7">
      {quotes.map((quote) => (
        <li key={quote.name} className="row-span-3 grid grid-rows-subgrid gap-y-0">
          <Quotation {...quote} />
        </li>
      ))}
    </ul>
  )
}
