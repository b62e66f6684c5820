import type { Socket } from '../../../core/platform.ts'

/** A socket of the platform's `WebSocket`, or of one that does as it does. */
export function openWebSocket(url: string, Implementation = WebSocket): Socket {
  const socket = new Implementation(url)
  socket.binaryType = 'arraybuffer'
  const port: Socket = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  socket.onopen = () => port.onopen?.()
  socket.onmessage = ({ data }) => port.onmessage?.({ data })
  socket.onclose = () => port.onclose?.()
  // Its end follows; Node's `ws` would throw an error without a listener.
  socket.onerror = () => undefined
  return port
}
