import type { DidCommFeatureRegistry, DidCommMessageHandler, DidCommMessageHandlerRegistry } from '@credo-ts/didcomm'
import { DidCommProtocol } from '@credo-ts/didcomm'

interface RegistersHandlers {
  register(handlers: DidCommMessageHandlerRegistry, features: DidCommFeatureRegistry): void
}

/**
 * Registers only those of a protocol's handlers that take the given messages, and discloses only the given role.
 * Credo's protocols play both sides; a wallet must not be able to make an issuer store offers or answer requests.
 */
export function registerRoleHandlers(
  register: RegistersHandlers['register'],
  handlers: DidCommMessageHandlerRegistry,
  features: DidCommFeatureRegistry,
  taken: { type: { messageTypeUri: string } }[],
  protocol: { id: string; role: string },
): void {
  const types = taken.map(({ type }) => type.messageTypeUri)
  const isTaken = ({ supportedMessages }: DidCommMessageHandler) =>
    supportedMessages.some(({ type }) => types.includes(type.messageTypeUri))
  const filtered = {
    registerMessageHandlers: (offered: DidCommMessageHandler[]) =>
      handlers.registerMessageHandlers(offered.filter(isTaken)),
  }
  register(
    filtered as DidCommMessageHandlerRegistry,
    { register: () => undefined } as unknown as DidCommFeatureRegistry,
  )
  features.register(new DidCommProtocol({ id: protocol.id, roles: [protocol.role] }))
}
