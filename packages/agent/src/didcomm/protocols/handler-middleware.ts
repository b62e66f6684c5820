import type { Agent } from '@credo-ts/core'
import { type DidCommMessageHandlerMiddleware, DidCommMessageHandlerRegistry } from '@credo-ts/didcomm'

/** Runs around the handling of each message, inside the middleware that was added before. */
export function addHandlerMiddleware(
  credo: Pick<Agent, 'dependencyManager'>,
  run: DidCommMessageHandlerMiddleware,
): void {
  credo.dependencyManager.resolve(DidCommMessageHandlerRegistry).registerMessageHandlerMiddleware(run)
}
