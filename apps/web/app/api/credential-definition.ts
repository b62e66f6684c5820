import type { ApiBody, Protocol } from '@lastmile/contracts'
import { preparationError } from './api-error.ts'
import type { Call } from './call.ts'
import { type RetryOptions, sleep } from './retry.ts'

export type CredentialOfContent = ApiBody<'getOrCreateCredDef'>['credential']

/** Generating keys takes seconds, up to a minute on a busy machine; longer means a fault. */
const longestPreparation = 180_000
const pauseBetweenQuestions = 2_000

/**
 * A credential's definition id. Polls while the server generates its keys (202 'preparing'), and calls `onPreparing`.
 *
 * @throws ApiError as `call` does; `AbortError` when the signal fires.
 */
export async function readyCredentialDefinition(
  call: Call,
  credential: CredentialOfContent,
  options: RetryOptions & { protocol?: Protocol; onPreparing?: () => void } = {},
): Promise<string> {
  const start = Date.now()
  for (;;) {
    const answer = await call('getOrCreateCredDef', {
      body: { credential, protocol: options.protocol },
      signal: options.signal,
      onRetry: options.onRetry,
    })
    if (answer.state === 'ready') return answer.data
    if (Date.now() - start > longestPreparation) throw preparationError()
    options.onPreparing?.()
    await sleep(pauseBetweenQuestions, options.signal)
  }
}
