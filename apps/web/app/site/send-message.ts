import type { ApiBody, ContactAnswer } from '@lastmile/contracts'
import { errorTexts } from '@lastmile/contracts/texts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'

/**
 * Sends what is in the form. The server counts the same words within an hour as one message, so what fails for a moment
 * is tried again. Never throws: a failure is an answer with the text of the error catalogue.
 */
export async function sendMessage(form: FormData): Promise<ContactAnswer> {
  try {
    const answer = await call('sendEmail', { body: Object.fromEntries(form) as ApiBody<'sendEmail'> })
    return { ...answer, message: answer.message || (answer.success ? '' : errorTexts.contactFailed) }
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.code === 'refused'
    const message = isAnswer ? error.message || errorTexts.contactFailed : errorTexts.contactFailedLater
    return { success: false, message }
  }
}
