/**
 * Libraries turn messages of wallets into objects and keys, in a time that grows with the square of the size: one
 * message of a megabyte would delay all others for hours. So it is measured before they see it.
 */
const most = {
  /** Fields and entries of a message; a presentation of many credentials has about a thousand. */
  values: 5_000,
  depth: 24,
  /** Characters of a field's name; libraries cache for each class which they have asked about. */
  name: 500,
  /** Characters of a key in base58; honest ones have 44 to 150. */
  key: 500,
  /** Bytes of all keys and DIDs of a message together, but for short ones. */
  keys: 16 * 1024,
  short: 100,
  /** Characters of a text that is neither an attachment, an attribute's value nor a picture. */
  text: 8 * 1024,
  /** Characters of a DID; a did:peer:4 with its document has about a thousand. */
  did: 3_000,
  /** Characters of a DID document in base64. */
  document: 16 * 1024,
  /** Characters of an envelope's header, which has one recipient as a rule. */
  header: 8 * 1024,
  recipients: 8,
  /** Characters of what a header says of one recipient. */
  headerText: 1_000,
}

const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** Whether a decrypted message, or a document that a DID led to, is of a size that libraries can take. */
export function isBounded(message: unknown): boolean {
  let values = 0
  let keys = 0
  const isBoundedText = (text: string, key: string): boolean => {
    const isDid = text.startsWith('did:')
    if (text.length > most.short && key !== 'base64' && (isDid || base58.test(text))) keys += text.length
    if (isDid) return text.length <= most.did && keys <= most.keys
    if (text.length <= most.key) return keys <= most.keys
    if (key === 'base64' || key === 'raw' || text.startsWith('data:')) return true
    return text.length <= most.text && !base58.test(text)
  }
  const within = (value: unknown, key: string, depth: number): boolean => {
    if (++values > most.values || depth > most.depth) return false
    if (typeof value === 'string') return isBoundedText(value, key)
    if (typeof value !== 'object' || value === null) return true
    if (key === 'did_doc~attach' || key === 'did_rotate~attach')
      return attachesDocument(value) && inside(value, key, depth)
    return inside(value, key, depth)
  }
  const inside = (value: object, key: string, depth: number): boolean => {
    for (const [name, each] of Array.isArray(value) ? value.map((item) => [key, item]) : Object.entries(value)) {
      if (name.length > most.name || !within(each, name, depth + 1)) return false
    }
    return true
  }
  const attachesDocument = (attachment: { data?: { base64?: unknown } }): boolean => {
    const encoded = attachment.data?.base64
    if (typeof encoded !== 'string') return true
    return encoded.length <= most.document && within(parsed(encoded), '', 1)
  }
  return within(message, '', 0)
}

/** Whether the header of an envelope names few recipients, each by a key that is not long. */
export function hasBoundedHeader({ protected: header }: { protected: string }): boolean {
  if (header.length > most.header) return false
  const { recipients } = (parsed(header) ?? {}) as { recipients?: unknown }
  return Array.isArray(recipients) && recipients.length <= most.recipients && recipients.every(isRecipient)
}

function isRecipient(recipient: { header?: { kid?: unknown; sender?: unknown } } | null): boolean {
  const { kid, sender = '' } = recipient?.header ?? {}
  return isShortText(kid, most.key) && (sender === null || isShortText(sender, most.headerText))
}

const isShortText = (value: unknown, length: number) => typeof value === 'string' && value.length <= length

function parsed(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString())
  } catch {
    return undefined
  }
}
