import { trackedFields, trackedForms } from '@lastmile/contracts/analytics'
import { track } from './track.ts'

const attribute = 'data-track-form'

type TrackedForm = (typeof trackedForms)[number]

/** Marks a form for tracking: field names only, never their values. */
export const trackedForm = (form: TrackedForm) => ({ [attribute]: form })

function formOf(target: EventTarget | null): TrackedForm | undefined {
  const name = target instanceof Element ? target.closest(`form[${attribute}]`)?.getAttribute(attribute) : undefined
  return trackedForms.find((form) => form === name)
}

function reportFocus({ target }: FocusEvent): void {
  const form = formOf(target)
  const name = target instanceof Element ? target.getAttribute('name') : null
  const field = trackedFields.find((each) => each === name)
  if (form && field) track({ type: 'form_field_focus', properties: { form, field } })
}

function reportSubmit({ target }: SubmitEvent): void {
  const form = formOf(target)
  if (form) track({ type: 'form_submit', properties: { form } })
}

/** Tracks focus and submission of marked forms. Returns a function that stops it. */
export function watchForms(): () => void {
  document.addEventListener('focusin', reportFocus)
  document.addEventListener('submit', reportSubmit, true)
  return () => {
    document.removeEventListener('focusin', reportFocus)
    document.removeEventListener('submit', reportSubmit, true)
  }
}
