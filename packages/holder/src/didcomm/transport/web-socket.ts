import type { Socket } from '../../core/platform.ts'

/** A socket of the platform's `WebSocket`, of browsers and of Node from 22 on. */
export function openWebSocket(url: string): Socket {
  const socket = new WebSocket(url)
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
  return port
}
