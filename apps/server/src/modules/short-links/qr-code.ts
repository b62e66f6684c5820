/** Data and correction codewords of versions 1 to 5 at the lowest level of correction, where one block holds everything. */
const blocks = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const

/** The pattern of the mask is fixed: any is valid, and this one leaves few large areas in an address. */
const mask = (x: number, y: number) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0
const maskNumber = 4

/**
 * A QR code (ISO/IEC 18004) of a short address: rows of modules, true for dark, without the quiet zone.
 *
 * @returns undefined when the text is longer than 106 bytes
 */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = [...Buffer.from(text, 'utf8')]
  const index = blocks.findIndex(([data]) => bytes.length + 2 <= data)
  const block = blocks[index]
  if (!block) return undefined
  const data = dataCodewords(bytes, block[0])
  const bits = [...data, ...correction(data, block[1])].flatMap((codeword) => bitsOf(codeword, 8))
  return drawn(index + 1, bits)
}

const bitsOf = (value: number, length: number) =>
  Array.from({ length }, (_, i) => ((value >> (length - 1 - i)) & 1) === 1)

/** Mode 'byte', the length, the bytes, and padding. */
function dataCodewords(bytes: readonly number[], capacity: number): number[] {
  const bits = [
    ...bitsOf(0b0100, 4),
    ...bitsOf(bytes.length, 8),
    ...bytes.flatMap((byte) => bitsOf(byte, 8)),
    ...bitsOf(0, 4),
  ]
  const codewords = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((value, bit) => value * 2 + Number(bit), 0),
  )
  const missing = capacity - codewords.length
  return [...codewords, ...Array.from({ length: missing }, (_, i) => (i % 2 === 0 ? 0xec : 0x11))]
}

/** Product in the field of 256 elements that the standard names. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
  return product
}

/** Reed-Solomon: what is left when the data are divided by the generator of that degree. */
function correction(data: readonly number[], degree: number): number[] {
  let generator = [1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    const last = root
    generator = [...generator, 0].map((factor, at) => factor ^ times(generator[at - 1] ?? 0, last))
    root = times(root, 2)
  }
  const rest = Array.from({ length: degree }, () => 0)
  for (const codeword of data) {
    const factor = codeword ^ (rest.shift() ?? 0)
    rest.push(0)
    for (const [at, part] of generator.slice(1).entries()) rest[at] = (rest[at] ?? 0) ^ times(part, factor)
  }
  return rest
}

function drawn(version: number, bits: readonly boolean[]): boolean[][] {
  const size = 17 + 4 * version
  const modules = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  const square = (centreX: number, centreY: number, radius: number, light: readonly number[]) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++)
        set(centreX + x, centreY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  square(3, 3, 4, [2, 4])
  square(size - 4, 3, 4, [2, 4])
  square(3, size - 4, 4, [2, 4])
  if (version > 1) square(size - 7, size - 7, 2, [1])
  drawFormat(size, set)

  let next = 0
  for (const [column, x] of pairsOfColumns(size).entries()) {
    for (let step = 0; step < size; step++) {
      const y = column % 2 === 0 ? size - 1 - step : step
      for (const at of [x, x - 1]) {
        if (modules[y]?.[at] === undefined) set(at, y, (bits[next++] ?? false) !== mask(at, y))
      }
    }
  }
  return modules.map((row) => row.map((isDark) => isDark ?? false))
}

/** The right one of each pair, from the right; the column of the timing pattern belongs to none. */
const pairsOfColumns = (size: number) =>
  Array.from({ length: (size - 1) / 2 }, (_, i) => size - 1 - 2 * i).map((x) => (x <= 6 ? x - 1 : x))

/** Level of correction and mask, twice, each with a check of its own. */
function drawFormat(size: number, set: (x: number, y: number, isDark: boolean) => void): void {
  const value = (0b01 << 3) | maskNumber
  let rest = value
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = bitsOf(((value << 10) | rest) ^ 0x5412, 15).reverse()
  for (const [i, bit] of bits.entries()) {
    if (i < 6) set(8, i, bit)
    else if (i < 8) set(8, i + 1, bit)
    else if (i === 8) set(7, 8, bit)
    else set(14 - i, 8, bit)
    if (i < 8) set(size - 1 - i, 8, bit)
    else set(8, size - 15 + i, bit)
  }
  set(8, size - 8, true)
}
