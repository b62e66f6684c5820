import type { FastifyInstance } from 'fastify'

/** Counts the requests under way. @returns a function that resolves when there are none */
export function countInFlight(app: FastifyInstance): () => Promise<void> {
  let count = 0
  let whenIdle: (() => void) | undefined
  app.server.on('request', (_request, response) => {
    count++
    response.once('close', () => {
      count--
      if (count === 0) whenIdle?.()
    })
  })
  return () =>
    new Promise((resolve) => {
      whenIdle = resolve
      if (count === 0) resolve()
    })
}
