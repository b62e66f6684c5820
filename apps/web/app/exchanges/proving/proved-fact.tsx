import type { Fact } from './proved-facts.ts'

/** Keeps the condition on one line: a date must not break at its hyphens. */
export function ProvedFact({ fact: { about, condition } }: { fact: Fact }) {
  if (condition === undefined) return about
  return (
    <>
      {about}: <span className="whitespace-nowrap">{condition}</span>
    </>
  )
}
