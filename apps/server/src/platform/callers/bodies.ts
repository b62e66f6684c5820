import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteQuota } from '@lastmile/agent/core'
import type { FastifyInstance } from 'fastify'
import { hasBody } from '../http/early-answers.ts'
import { busy } from '../http/errors.ts'
import { callerOf } from './senders.ts'

/** Bytes that a call counts for until its body is here, and each piece of a body, besides what they hold: measured. */
const callBytes = 16 * 1024
const pieceBytes = 2 * 1024

const quotaExceeded = () => busy('server-busy', 'The server is very busy. Please try again in a moment.')

/** Refuses bodies beyond the quota. Nothing else counts a body before the whole of it is here. */
export function weighBodies(app: FastifyInstance, quota: ByteQuota, publicUrl: string): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The body's reader answers that.
    const refuse = () => payload.emit('error', quotaExceeded())
    const sender = callerOf({ headers: request.headers, address: request.ip }, publicUrl)
    const isAllowed = weighBody(request.raw, reply.raw, { quota, sender, refuse })
    done(isAllowed ? null : quotaExceeded(), payload)
  })
}

/**
 * Counts a body before it is read, by what it says of its length, and while it is read, by what has come.
 * @param refuse called when more arrives than the quota allows
 * @returns false when the quota does not allow it now
 */
export function weighBody(
  request: IncomingMessage,
  response: ServerResponse,
  { quota, sender, refuse }: { quota: ByteQuota; sender: string; refuse: () => void },
): boolean {
  // A caller who has already left sends nothing more, and no event would give its bytes back.
  if (request.destroyed || !hasBody(request.headers)) return true
  let taken = 0
  const take = (bytes: number) => {
    const isAllowed = quota.take(sender, bytes)
    if (isAllowed) taken += bytes
    return isAllowed
  }
  if (!quota.allows(sender, callBytes + Number(request.headers['content-length'] ?? 0)) || !take(callBytes))
    return false
  const weigh = (chunk: Buffer) => {
    if (take(chunk.length + pieceBytes)) return
    request.off('data', weigh)
    refuse()
  }
  // Whichever comes first: an answered call may never end, and one behind another may never be answered.
  const give = () => {
    request.off('data', weigh)
    quota.give(sender, taken)
    taken = 0
  }
  // Not `on`, which would let bytes flow before their reader is there.
  request.prependListener('data', weigh).once('close', give)
  response.once('close', give)
  return true
}
