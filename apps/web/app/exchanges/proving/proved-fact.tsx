import type { Fact } from './proved-facts.ts'
import { T } from './texts.ts'

/** Keeps the condition on one line: a date must not break at its hyphens. */
export function ProvedFact({ fact: { about, condition, shown } }: { fact: Fact }) {
  if (condition === undefined) return about
  const whole = <span className="whitespace-nowrap" />
  return shown ? (
    <T id={`itself.${shown}`} values={{ about, condition }} elements={{ whole }} />
  ) : (
    <>
      {about}: <span className="whitespace-nowrap">{condition}</span>
    </>
  )
}
