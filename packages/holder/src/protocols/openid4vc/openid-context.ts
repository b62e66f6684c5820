import type { Platform } from '../../core/platform.ts'
import type { SdJwtFormat } from '../../formats/sd-jwt/sd-jwt-format.ts'
import type { Store } from './openid-records.ts'
import type { ServerClocks } from './server-clocks.ts'

/** The services that issuing and presenting use. */
export interface Context extends Platform {
  clocks: ServerClocks
  /** Tags of BCP 47 that the wallet's person reads, the best first. */
  languages?: readonly string[]
  vault: Store
  sdJwt: SdJwtFormat
  /** Without it, answers are sent as they are made. */
  changeAnswer?(answer: object): object
  /** Opens an address in the browser that this wallet belongs to: where a verifier takes its visitor back. */
  visit(url: string): void
  /** Carries on with what is stored, soon. */
  goOn(): void
}
