import * as z from 'zod/mini'
import { fromBase64Url, toBase64Url } from '../../../core/encoding/base64url.ts'
import { fromUtf8, toUtf8 } from '../../../core/encoding/text.ts'

const id = z.string().check(z.minLength(1), z.maxLength(200))

/** The fields of every DIDComm v1 message (RFC 0020); the rest is read by the handler of its type. */
export const messageSchema = z.looseObject({
  '@id': id,
  '@type': z.string().check(z.maxLength(300)),
  '~thread': z.optional(z.object({ thid: z.optional(id), pthid: z.optional(id) })),
})

export type Message = z.infer<typeof messageSchema>

export const threadOf = (message: Message): string => message['~thread']?.thid ?? message['@id']

const prefixes = ['https://didcomm.org/', 'did:sov:BzCbsNYhMrjHiqZDTUASHg;spec/']

/** A message's type without prefix and minor version, e.g. `issue-credential/2/offer-credential`. */
export function kindOf({ '@type': type }: Message): string | undefined {
  const prefix = prefixes.find((each) => type.startsWith(each))
  return prefix && type.slice(prefix.length).replace(/^([\w-]+)\/(\d+)\.\d+\/([\w-]+)$/, '$1/$2/$3')
}

export const attachmentSchema = z.object({
  '@id': z.optional(z.string()),
  data: z.object({ base64: z.optional(z.string()), json: z.optional(z.unknown()) }),
})

/** Formats and attachments as the protocols for credentials and proofs name them (RFC 0453, RFC 0454). */
export const formatsSchema = z
  .array(z.object({ attach_id: z.string(), format: z.string().check(z.maxLength(200)) }))
  .check(z.maxLength(10))
export const attachmentsSchema = z.array(attachmentSchema).check(z.maxLength(10))

/** The JSON attached in one format. Throws when there is none. */
export function attachedIn(
  format: string,
  formats: z.infer<typeof formatsSchema>,
  attachments: z.infer<typeof attachmentsSchema>,
): unknown {
  const attachId = formats.find((each) => each.format === format)?.attach_id
  const attachment = attachId === undefined ? undefined : attachments.find((each) => each['@id'] === attachId)
  if (!attachment) throw new Error('A message has nothing in a format that this wallet knows')
  return dataOf(attachment)
}

/** The attachment as JSON. Throws when it is none. */
export function dataOf({ data }: z.infer<typeof attachmentSchema>): unknown {
  return data.json ?? JSON.parse(fromUtf8(fromBase64Url(data.base64 ?? '')))
}

/** One attachment with its format, as fields of a message. @param field e.g. `requests~attach` */
export function attaching(field: string, format: string, content: object): Record<string, unknown> {
  const attachId = 'anoncreds'
  return {
    formats: [{ attach_id: attachId, format }],
    [field]: [
      {
        '@id': attachId,
        'mime-type': 'application/json',
        data: { base64: toBase64Url(toUtf8(JSON.stringify(content))) },
      },
    ],
  }
}
