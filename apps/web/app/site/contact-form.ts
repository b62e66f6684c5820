import { contactLeft, contactSent, contactTyped } from '../tracking/contact-progress.ts'
import { announce } from '../ui/announce.ts'
import { sendMessage } from './send-message.ts'

export const contactFormId = 'contact-form'

export type ContactBanner = 'waiting' | 'success' | 'failure'

/** Attributes within the form. */
export const contactMarks = {
  /** On the place of the banner, which can take the focus. */
  banner: 'data-banner',
  /** On a `<template>`: the banner of an answer, `success` or `failure`, or of waiting for one, `waiting`. */
  answer: 'data-answer',
  /** In the template: where its sentence goes. */
  sentence: 'data-sentence',
} as const

const sendingLabel = 'Sending...'
const stillSending =
  'Our server can’t take your message at the moment. We are trying again, so please leave this page open.'

/**
 * Sends the message without leaving the page (docs/product.md, section 4). Without this the browser checks and
 * posts the form by itself.
 */
export function enhanceContactForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  const banner = form.querySelector<HTMLElement>(`[${contactMarks.banner}]`)
  if (!button || !banner) throw new Error('The contact form lacks its button or its banner')
  const label = button.textContent

  const submit = async () => {
    // What was entered before this was there counts, too.
    contactTyped(form)
    const entered = new FormData(form)
    banner.replaceChildren()
    // A button that is switched off loses the focus; the answer will stand where it goes.
    if (document.activeElement === button) banner.focus({ preventScroll: true })
    button.disabled = true
    button.textContent = sendingLabel
    announce(sendingLabel)
    const answer = await sendMessage(entered, () => show('waiting', stillSending))
    if (answer.success) {
      contactSent()
      form.reset()
    }
    button.disabled = false
    button.textContent = label
    show(answer.success ? 'success' : 'failure', answer.message)
    banner.focus()
  }

  const show = (name: ContactBanner, text: string) => {
    if (banner.textContent === text) return
    const template = form.querySelector<HTMLTemplateElement>(`template[${contactMarks.answer}="${name}"]`)
    if (template) banner.replaceChildren(template.content.cloneNode(true))
    const sentence = banner.querySelector(`[${contactMarks.sentence}]`)
    if (sentence) sentence.textContent = text
  }

  form.addEventListener('input', () => contactTyped(form))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button.disabled) void submit()
  })
  // Before what is left is sent, which listens on the page's end as well.
  addEventListener('pagehide', contactLeft, { capture: true })
}
