import * as z from 'zod/mini'
import { longestFile } from '../wallet-file.ts'

const id = z.string().check(z.maxLength(200))
const choice = z.union([
  z.object({ credentialId: id, evenRevoked: z.optional(z.literal(true)) }),
  z.object({ said: z.string().check(z.maxLength(2_000)) }),
])

const password = z.string().check(z.minLength(1), z.maxLength(1_000))
const bytes = (from: number, to = from) =>
  z.instanceof(Uint8Array<ArrayBuffer>).check(z.refine(({ length }) => length >= from && length <= to))
const secret = bytes(32)
const file = bytes(0, longestFile)
/** WebAuthn limits the length of a credential's id. */
const passkey = z.object({ credentialId: bytes(1, 1_023), input: secret, secret })

const call = <Action extends string, Args extends z.core.$ZodType>(action: Action, args: Args) =>
  z.object({ type: z.literal('call'), id: z.number(), action: z.literal(action), args })

const schema = z.union([
  /** Opens the wallet; with `force` takes it from another tab that has it open. */
  z.object({ type: z.literal('open'), force: z.boolean() }),
  /** The network or the page is back. */
  z.object({ type: z.literal('wake') }),
  call('receive', z.tuple([z.string().check(z.maxLength(100_000))])),
  call('withdraw', z.tuple([z.string().check(z.maxLength(100_000))])),
  call('accept', z.union([z.tuple([id]), z.tuple([id, z.string().check(z.maxLength(100))])])),
  call('decline', z.tuple([id])),
  call('giveUp', z.tuple([id])),
  call('answer', z.union([z.tuple([id]), z.tuple([id, z.record(id, choice)])])),
  call('remove', z.tuple([id])),
  call('removeUnreadable', z.tuple([])),
  call('checkRevocations', z.tuple([])),
  call('erase', z.tuple([])),
  call('export', z.tuple([password])),
  call('import', z.tuple([file, password])),
  /** From then on only this passkey opens it. */
  call('lock', z.tuple([passkey])),
  call('removeLock', z.tuple([])),
  /** Forgets the key that the passkey gave. */
  call('lockAgain', z.tuple([])),
  call('unlock', z.tuple([secret])),
])

export type ToWorker = z.infer<typeof schema>

/** Parses a message from the page; undefined for anything else. */
export const readMessage = (data: unknown): ToWorker | undefined => schema.safeParse(data).data
