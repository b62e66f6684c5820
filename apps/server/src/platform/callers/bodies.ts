import type { ByteQuota } from '@lastmile/agent/core'
import type { FastifyInstance } from 'fastify'
import { busy } from '../http/errors.ts'
import { callerOf } from './senders.ts'

/** Bytes that a call counts for until its body is here, and each piece of a body, besides what they hold: measured. */
const callBytes = 16 * 1024
const pieceBytes = 2 * 1024

const noRoom = () => busy('server-busy', 'The server is very busy. Please try again in a moment.')

/**
 * Refuses a body that finds no room in the quota: before it is read by what it says of its length, and while it is read
 * by what has come. Nothing else counts a body before the whole of it is here.
 */
export function weighBodies(app: FastifyInstance, quota: ByteQuota, publicUrl: string): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    // A caller who has already left sends nothing more, and no event would give the room back.
    if (request.raw.destroyed || (!Number(length) && !encoding)) return done(null, payload)
    const sender = callerOf({ headers: request.headers, address: request.ip }, publicUrl)
    let taken = 0
    const take = (bytes: number) => {
      const hasRoom = quota.take(sender, bytes)
      if (hasRoom) taken += bytes
      return hasRoom
    }
    if (!quota.hasRoomFor(sender, callBytes + Number(length ?? 0)) || !take(callBytes)) {
      reply.header('connection', 'close')
      return done(noRoom())
    }
    const weigh = (chunk: Buffer) => {
      if (take(chunk.length + pieceBytes)) return
      payload.off('data', weigh)
      // Its reader answers that, and closes the connection.
      payload.emit('error', noRoom())
    }
    // Whichever comes first: an answered call may never end, and one behind another may never be answered.
    const give = () => {
      payload.off('data', weigh)
      quota.give(sender, taken)
      taken = 0
    }
    payload.on('data', weigh).once('close', give)
    reply.raw.once('close', give)
    done(null, payload)
  })
}
