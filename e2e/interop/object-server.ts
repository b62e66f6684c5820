import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Where ACA-Py as issuer publishes: what is put at an address can be had there. Kept in memory. */
export interface ObjectServer {
  readonly url: string
  close(): void
}

export async function createObjectServer(): Promise<ObjectServer> {
  const kept = new Map<string, Buffer>()
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '' } = incoming
    if (method === 'PUT') kept.set(url, await fileOf(incoming))
    const content = kept.get(url)
    const type = url.startsWith('/did:') ? 'application/json' : 'application/octet-stream'
    outgoing.writeHead(content ? 200 : 404, { 'content-type': type }).end(method === 'GET' ? content : undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The uploaded file: the body itself or, as ACA-Py sends tails files, the one file of a form. */
async function fileOf(incoming: IncomingMessage): Promise<Buffer> {
  const body = await buffer(incoming)
  const type = incoming.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return body
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('tails')
  if (!(file instanceof Blob)) throw new Error('A form without a tails file was put.')
  return Buffer.from(await file.arrayBuffer())
}
