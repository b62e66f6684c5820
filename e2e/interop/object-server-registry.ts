import { type DataRegistry, HolderError, type PublishedObject } from '@lastmile/holder'

/** Reads what the plugin `object_server_registry` of ACA-Py publishes, for our wallet. */
export const objectServerRegistry = (address: string): DataRegistry => ({
  async read(id) {
    // A list is found under the registry, whose identifier its own begins with, and named after the moment from which
    // on it is in force.
    const [path = '', moment] = id.split('#')
    const content = await contentAt(`${address}/${path}`)
    if (!content) throw new HolderError('untrusted', 'Nothing is published there')
    if (moment !== undefined || content.revocDefType === undefined) return { content }
    const list = await contentAt(`${address}/${path}/status-list`)
    const timestamp = Number(list?.timestamp)
    return { content, links: [{ id: `${path}/status-list#${timestamp}`, timestamp }] }
  },
})

async function contentAt(url: string): Promise<PublishedObject['content'] | undefined> {
  const answer = await fetch(url)
  return answer.ok ? ((await answer.json()) as PublishedObject['content']) : undefined
}
