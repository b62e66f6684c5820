/** The prime of BN254's field. */
const prime = 0x2523648240000001ba344d80000000086121000000000013a700000000000013n
/** Numbers of the field as amcl writes them: in Montgomery's form, with 2^280 for one. */
const written = (number: bigint) => `1 ${((number * 2n ** 280n) % prime).toString(16).padStart(64, '0')}`

/**
 * The pairing's one, as text. Of a credential at place i, e(g_i, accumulator) = e(g, witness) z says that the
 * accumulator has it; with one in place of z, that the accumulator lacks it, because e(g_i, g_(L+1-i)) = z. Source:
 * Camenisch, Kohlweiss, Soriente, "An accumulator based on bilinear maps", section 3.
 */
export const one = [1n, ...Array<bigint>(11).fill(0n)].map(written).join(' ')
