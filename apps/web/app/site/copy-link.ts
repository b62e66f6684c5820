import { announce } from '../ui/announce.ts'

/** Marks of a link field with a copy button. */
export const copyMarks = {
  /** Around the field and the button; its value is `ownAddress` where the page's own address is to be copied. */
  place: 'data-copy',
  /** Hidden until the script runs. */
  button: 'data-copy-button',
  label: 'data-copy-label',
} as const

export const ownAddress = 'own-address'

const confirmationTime = 2_500

/** Copies the field's text; where the browser refuses the clipboard, it selects the text for manual copying. */
export function enableCopying(place: Element): void {
  const field = place.querySelector('input')
  const button = place.querySelector<HTMLButtonElement>(`[${copyMarks.button}]`)
  const label = place.querySelector(`[${copyMarks.label}]`)
  if (!field || !button || !label) throw new Error('What is to be copied lacks its field or its button')
  const words = label.textContent

  const isOwn = place.getAttribute(copyMarks.place) === ownAddress
  if (field.value === '') field.value = isOwn ? location.href : `${location.origin}/`
  button.hidden = false
  field.addEventListener('focus', () => field.select())
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.value)
      label.textContent = 'Copied'
      setTimeout(() => {
        label.textContent = words
      }, confirmationTime)
      announce('Link copied')
    } catch {
      field.focus()
      announce('Your browser did not allow copying. The link is selected for you to copy by hand.')
    }
  })
}
