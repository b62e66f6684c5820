/** How a post of the form ends. Each is a page, `/contact/{outcome}`, that says so to a visitor without JavaScript. */
export const contactOutcomes = ['sent', 'kept', 'not-valid', 'too-many', 'not-sent'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]

export const contactOutcomePath = <const Outcome extends ContactOutcome>(outcome: Outcome) =>
  `/contact/${outcome}` as const
