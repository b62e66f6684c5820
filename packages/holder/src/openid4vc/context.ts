import type { Clock, Fetch } from '../core/platform.ts'
import type { SdJwtFormat } from '../formats/sd-jwt/sd-jwt-format.ts'
import type { Store } from './records.ts'

/** The services that issuing and presenting use. */
export interface Context {
  fetch: Fetch
  clock: Clock
  randomBytes(length: number): Uint8Array
  vault: Store
  sdJwt: SdJwtFormat
  /** Opens an address in the browser that this wallet belongs to: where a verifier takes its visitor back. */
  visit(url: string): void
  /** Carries on with what is stored, soon. */
  goOn(): void
}
