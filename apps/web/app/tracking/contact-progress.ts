import { track } from './track.ts'

/** What counts as filled (docs/product.md, section 5). */
const counted = ['name', 'email', 'subject', 'message']

/** Fields filled so far; undefined while the form is not started. */
let filled: number | undefined

const report = (type: 'contact_form_start' | 'contact_form_submit' | 'contact_form_abandon') =>
  track({ type, properties: { form: 'contact', ...(filled !== undefined && { filled }) } })

/** Something was entered: the first time that starts the form. */
export function contactTyped(form: HTMLFormElement): void {
  const isStart = filled === undefined
  const entered = new FormData(form)
  filled = counted.filter((name) => String(entered.get(name) ?? '').trim() !== '').length
  if (isStart) report('contact_form_start')
}

/** The message has arrived. */
export function contactSent(): void {
  report('contact_form_submit')
  filled = undefined
}

/** The form is left; when it was started and not sent, that is told. */
export function contactLeft(): void {
  if (filled !== undefined) report('contact_form_abandon')
  filled = undefined
}
