import { base64urlnopad } from '@scure/base'

export const toBase64Url = base64urlnopad.encode

/** Takes plain base64 and padding as well, as others write them. Throws when it is neither. */
export const fromBase64Url = (text: string): Uint8Array =>
  base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
