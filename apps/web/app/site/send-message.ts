import type { ApiBody } from '@lastmile/contracts'
import { messageReceivedText } from '@lastmile/contracts/contact'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'

const failed = 'Failed to send message. Please try again.'
const failedLater = 'Failed to send message. Please try again later.'

/**
 * Sends the form. Retries temporary failures and calls `onRetry`: the server counts equal messages within an hour once.
 * Never throws: a failure is a result with the error catalogue's text.
 */
export async function sendMessage(form: FormData, onRetry: () => void): Promise<{ success: boolean; message: string }> {
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
