import type { Protocol } from '@lastmile/contracts'

/** Of calls that name none (docs/product.md, section 7). */
export const defaultProtocol: Protocol = 'didcomm'
