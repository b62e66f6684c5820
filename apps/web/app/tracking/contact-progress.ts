import { track } from './track.ts'

/** Fields that count as filled (docs/product.md, section 5). */
const counted = ['name', 'email', 'subject', 'message']

/** Number of filled fields; undefined before the form is started. */
let filled: number | undefined

const report = (type: 'contact_form_start' | 'contact_form_submit' | 'contact_form_abandon') =>
  track({ type, properties: { form: 'contact', ...(filled !== undefined && { filled }) } })

/** Input; the first one starts the form. */
export function contactTyped(form: HTMLFormElement): void {
  const isStart = filled === undefined
  const entered = new FormData(form)
  filled = counted.filter((name) => String(entered.get(name) ?? '').trim() !== '').length
  if (isStart) report('contact_form_start')
}

/** The server accepted the message. */
export function contactSent(): void {
  report('contact_form_submit')
  filled = undefined
}

/** The visitor leaves the form; tracked if started and not sent. */
export function contactLeft(): void {
  if (filled !== undefined) report('contact_form_abandon')
  filled = undefined
}
