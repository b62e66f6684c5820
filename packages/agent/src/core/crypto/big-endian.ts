export const fromBytes = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

/** Big-endian, without leading zeros. */
export function toBytes(number: bigint): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
