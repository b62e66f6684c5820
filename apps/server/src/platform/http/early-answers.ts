import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody, transportError } from './errors.ts'

/** Milliseconds for which the rest of a call is read and thrown away after its answer. */
const lingerMs = 2_000

export const hasBody = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders) =>
  Boolean(Number(length) || encoding)

/** An answer that comes before the whole of its call says that the connection ends with it (RFC 9112, section 9.6). */
export class EarlyAnswer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(...head: unknown[]): this {
    const { complete, headers, socket } = this.req
    if (!complete && hasBody(headers)) {
      this.setHeader('connection', 'close')
      // Node would close at once.
      socket.destroySoon = () => linger(socket)
    }
    return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>))
  }
}

/** Answers a call that can't be read as HTTP: malformed, too slow, or with headers that are too large. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400
  answerAndClose(socket, status, JSON.stringify(errorBody(transportError(status))), 'Content-Type: application/json')
}

/** Answers on a socket that no response belongs to, as those of refused upgrades. */
export function answerAndClose(socket: Duplex, status: number, body = '', ...more: string[]): void {
  if (!socket.writable) return void socket.destroy()
  const headers = ['Connection: close', `Content-Length: ${Buffer.byteLength(body)}`, ...more]
  socket.write(`${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers].join('\r\n')}\r\n\r\n${body}`)
  linger(socket)
}

/** Ends a connection. Unread bytes would make the network reset it and throw away what was answered. */
function linger(socket: Duplex): void {
  // A listener takes the bytes from the parser, which would read the next call in them.
  socket.removeAllListeners('data').on('data', () => undefined)
  socket.end()
  const closing = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(closing))
}
