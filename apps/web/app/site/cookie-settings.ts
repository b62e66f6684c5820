import {
  consentCategories,
  consentMarks,
  everything,
  giveConsent,
  nothingOptional,
  parseAnswer,
  readConsent,
  refusesTracking,
} from '../consent/consent.ts'
import { consentBannerId } from '../consent/question.ts'
import { announce } from '../ui/announce.ts'

export const cookieSettingsId = 'cookie-settings'

/** The dialog's `returnValue` by button. Closing it any other way changes nothing. */
export const settingsAnswers = { chosen: 'chosen', nothing: 'nothing', everything: 'everything' } as const

/** Marks content for browsers with an answer, and for those without. */
export const settingsMarks = { refused: 'data-if-refused', open: 'data-if-open' } as const

const isSettings = (target: EventTarget | null) =>
  target instanceof HTMLDialogElement && target.id === cookieSettingsId ? target : undefined

/** A press on a settings opener, or outside the open dialog. */
function onClick(event: MouseEvent): void {
  const { target } = event
  isSettings(target)?.close('')
  if (!(target instanceof Element) || !target.closest(`[${consentMarks.opener}]`)) return
  const dialog = isSettings(document.getElementById(cookieSettingsId))
  if (!dialog) return
  event.preventDefault()
  prepare(dialog)
  dialog.showModal()
}

function onClose({ target }: Event): void {
  const dialog = isSettings(target)
  const answer = dialog && answered(dialog)
  if (answer) giveConsent(answer)
}

/** The banner disappeared together with its focused button or link. */
function onAnswer(): void {
  if (document.activeElement?.closest(`#${consentBannerId}`)) document.querySelector('main')?.focus()
  announce('Your cookie choices are kept.')
}

/**
 * Opens the cookie choices from any link or button that asks for them, and stores the answer. Until this script runs,
 * the links lead to the cookies page.
 */
export function watchCookieSettings(): void {
  document.addEventListener('click', onClick)
  document.addEventListener('close', onClose, { capture: true })
  addEventListener(consentMarks.changed, onAnswer)
}

const choices = (dialog: HTMLElement) => [...dialog.querySelectorAll<HTMLInputElement>('input[name]')]

/** Shows the current consent. */
function prepare(dialog: HTMLDialogElement): void {
  const consent = readConsent()
  const isRefused = refusesTracking()
  dialog.returnValue = ''
  for (const choice of choices(dialog)) {
    choice.checked = consentCategories.some((category) => category === choice.name && consent[category])
    choice.disabled = isRefused
  }
  for (const part of dialog.querySelectorAll<HTMLElement>(`[${settingsMarks.refused}]`)) part.hidden = !isRefused
  for (const part of dialog.querySelectorAll<HTMLElement>(`[${settingsMarks.open}]`)) part.hidden = isRefused
}

function answered(dialog: HTMLDialogElement) {
  switch (dialog.returnValue) {
    case settingsAnswers.everything:
      return everything
    case settingsAnswers.nothing:
      return nothingOptional
    case settingsAnswers.chosen: {
      const agreed = choices(dialog).filter(({ checked }) => checked)
      return parseAnswer(agreed.map(({ name }) => name).join('.'))
    }
    default:
      return undefined
  }
}
