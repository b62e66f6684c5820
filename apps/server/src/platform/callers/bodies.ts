import type { ByteQuota } from '@lastmile/agent/core'
import type { FastifyInstance } from 'fastify'
import { busy } from '../http/errors.ts'
import { networkOf } from './networks.ts'

/** Bytes that each piece of a body counts for besides its content: it is an object in memory. */
const pieceBytes = 256

const noRoom = () => busy('server-busy', 'The server is very busy. Please try again in a moment.')

/**
 * Refuses a body that finds no room in the quota: before it is read by what it says of its length, and while it is read
 * by what has come. Nothing else counts a body before the whole of it is here.
 */
export function weighBodies(app: FastifyInstance, quota: ByteQuota): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const sender = networkOf(request.ip)
    if (!quota.hasRoomFor(sender, Number(request.headers['content-length'] ?? 0))) return done(noRoom())
    let taken = 0
    const weigh = (chunk: Buffer) => {
      const weight = chunk.length + pieceBytes
      if (quota.take(sender, weight)) taken += weight
      else {
        payload.off('data', weigh)
        // Its reader answers that, and closes the connection.
        payload.emit('error', noRoom())
      }
    }
    const give = () => {
      quota.give(sender, taken)
      taken = 0
    }
    payload.on('data', weigh).once('end', give)
    reply.raw.once('close', give)
    done(null, payload)
  })
}
