import './native.ts'
import type { AgentContext } from '@credo-ts/core'
import { type DidCommOutboundPackage, DidCommWsOutboundTransport } from '@credo-ts/didcomm'

/**
 * For a wallet without an address: everything goes over a WebSocket which stays open, and answers come
 * back on it (return-route, RFC 0092). Invitations name an http address; the socket is at the same place.
 */
export class ReturnRouteTransport extends DidCommWsOutboundTransport {
  override supportedSchemes = ['ws', 'wss', 'http', 'https']
  private context: AgentContext | undefined

  override async start(context: AgentContext) {
    this.context = context
    await super.start(context)
  }

  /** Opens no socket before this, once stopped. */
  async restart() {
    if (this.context) await this.start(this.context)
  }

  override async sendMessage(outbound: DidCommOutboundPackage) {
    const endpoint = outbound.endpoint?.replace(/^http/, 'ws')
    await super.sendMessage({ ...outbound, endpoint, responseRequested: true })
  }
}
