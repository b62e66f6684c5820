import type { presentSdJwtVc } from '@lastmile/formats/sd-jwt'
import type { Cipher, Platform, Socket, Storage } from './core/platform.ts'
import type { AnonCreds } from './formats/anoncreds/cryptography.ts'
import type { DataRegistry } from './formats/anoncreds/data-registry.ts'

/** A holder's dependencies. Browsers, Node and tests hand in their own. */
export interface HolderDependencies extends Platform {
  /** The wallet's label for others. */
  label: string
  anoncreds: AnonCreds
  /** Without it, as SD-JWT has it. */
  presentSdJwt?: typeof presentSdJwtVc
  /** Without it, answers by OpenID4VP are sent as they are made. */
  changeAnswer?(answer: object): object
  storage: Storage
  cipher: Cipher
  /** Opens a WebSocket; what it receives is text or an `ArrayBuffer` of text. */
  openSocket(url: string): Socket
  /** Opens an address in the browser that the wallet belongs to, where a verifier wants its visitor back. */
  visit?(url: string): void
  /** Tags of BCP 47 that the wallet's person reads, the best first; English without it. */
  languages?: readonly string[]
  /** Where issuers publish; without it, what they publish under their did:webvh. */
  registry?: DataRegistry
}
