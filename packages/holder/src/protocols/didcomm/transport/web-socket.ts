import type { Socket } from '../../../core/platform.ts'

/** A socket of the platform's `WebSocket`, or of one that does as it does. */
export function openWebSocket(url: string, Implementation = WebSocket): Socket {
  const socket = new Implementation(url)
  socket.binaryType = 'arraybuffer'
  // Its end follows; Node's `ws` would throw an error without a listener.
  socket.onerror = () => undefined
  return socket as Socket
}
