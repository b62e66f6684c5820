import type { ApiBody } from '@lastmile/contracts'
import {
  contactOpeningParameter,
  contactOpenings,
  contactSubjectParameter,
  contactSubjects,
  messageReceivedText,
} from '@lastmile/contracts/contact'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { contactLeft, contactSent, contactTyped } from '../tracking/contact-progress.ts'
import { announce } from '../ui/announce.ts'

export const contactFormId = 'contact-form'

export type ContactBanner = 'waiting' | 'success' | 'failure'

export const contactMarks = {
  /** On the banner's container, which can take the focus. */
  banner: 'data-banner',
  /** On a `<template>`: the banner for `success`, `failure`, or `waiting`. */
  answer: 'data-answer',
  /** In the template: the place of its sentence. */
  sentence: 'data-sentence',
} as const

const sendingLabel = 'Sending...'
const stillSending =
  'Our server can’t take your message at the moment. We are trying again, so please leave this page open.'

/** Sends the message without leaving the page (docs/product.md, section 4). Without it the browser posts the form. */
export function enhanceContactForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  const banner = form.querySelector<HTMLElement>(`[${contactMarks.banner}]`)
  if (!button || !banner) throw new Error('The contact form lacks its button or its banner')
  const label = button.textContent
  const subject = form.querySelector('select')
  const parameters = new URLSearchParams(location.search)
  const about = parameters.get(contactSubjectParameter)
  if (subject && contactSubjects.some((each) => each === about)) subject.value = about ?? ''
  const message = form.querySelector('textarea')
  const opening = Object.entries(contactOpenings).find(([name]) => name === parameters.get(contactOpeningParameter))
  if (message && !message.value && opening) message.value = `${opening[1]}\n\n`

  const submit = async () => {
    // Counts text that the visitor typed before the script loaded.
    contactTyped(form)
    const entered = new FormData(form)
    banner.replaceChildren()
    // A disabled button loses the focus; the banner will show the answer.
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
  // In the capture phase: before the session is sent, which happens on the same event.
  addEventListener('pagehide', contactLeft, { capture: true })
}

const failed = 'Failed to send message. Please try again.'
const failedLater = 'Failed to send message. Please try again later.'

/**
 * Sends the form. Retries temporary failures and calls `onRetry`: the server counts equal messages within an hour once.
 * Never throws: a failure is a result with the error catalogue's text.
 */
async function sendMessage(form: FormData, onRetry: () => void): Promise<{ success: boolean; message: string }> {
  try {
    const body = Object.fromEntries(form) as ApiBody<'sendEmail'>
    const { success, message = messageReceivedText } = await call('sendEmail', { body, onRetry })
    return { success, message }
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.code === 'refused'
    const message = isAnswer ? error.message || failed : failedLater
    return { success: false, message }
  }
}
