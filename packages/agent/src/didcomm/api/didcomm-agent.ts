import type { ConnectionExchanges } from '../../port/connections.ts'
import type { Exchanges } from '../../port/exchanges.ts'
import type { Queue } from '../../port/queue.ts'
import type { Recovery } from '../../port/recovery.ts'

/**
 * The port for AnonCreds over DIDComm, with a did:webvh as the issuer. The server mounts `inbound` and `publicFiles`,
 * and listens before `start`, because the agent resolves what it publishes.
 */
export interface DidCommAgent extends Exchanges, ConnectionExchanges, Queue, Recovery {
  readonly inbound: Inbound
  readonly publicFiles: PublicFiles
}

/** DIDComm messages coming in; the server mounts these on its own address at `/didcomm`. */
export interface Inbound {
  /** Content types that `receiveHttp` takes. */
  readonly contentTypes: readonly string[]
  /**
   * Handles one packed message. The answer's body, if any, is packed for the sender. 503: the quota is used up at the
   * moment; 429: so much of this sender was refused that nothing is taken from it for a while.
   * @param sender whose quota the message counts against, such as a network
   * @param source what refusals are counted for; default: the sender
   */
  receiveHttp(body: string, contentType: string, sender: string, source?: string): Promise<HttpAnswer>
  /** Takes over an upgraded request of the server's `upgrade` event. @param sender as above, as is `source` */
  receiveUpgrade(
    request: import('node:http').IncomingMessage,
    socket: import('node:stream').Duplex,
    head: Buffer,
    sender: string,
    source?: string,
  ): void
}

export interface HttpAnswer {
  status: number
  contentType?: string
  body?: string
}

/** Public objects that wallets resolve. `undefined` means there is no such object. */
export interface PublicFiles {
  /** `/.well-known/did.jsonl`: the DID's log, text/jsonl. */
  didLog(): Promise<string | undefined>
  /**
   * `/resources/:id`: an attested resource, application/json. Immutable but for revocation registries (`resourceType`
   * `anonCredsRevocRegDef`), which link each new status list.
   */
  resource(id: string): Promise<string | undefined>
  /** `/tails/:hash`: absolute path of a tails file. */
  tailsFile(hash: string): Promise<string | undefined>
}
