import type { ApiBody, ContactAnswer } from '@lastmile/contracts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'

const failed = 'Failed to send message. Please try again.'
const failedLater = 'Failed to send message. Please try again later.'

/**
 * Sends what is in the form. The server counts the same words within an hour as one message, so what fails for a moment
 * is tried again, which `onRetry` is told. Never throws: a failure is an answer with the text of the error catalogue.
 */
export async function sendMessage(form: FormData, onRetry: () => void): Promise<ContactAnswer> {
  try {
    return await call('sendEmail', { body: Object.fromEntries(form) as ApiBody<'sendEmail'>, onRetry })
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.code === 'refused'
    const message = isAnswer ? error.message || failed : failedLater
    return { success: false, message }
  }
}
