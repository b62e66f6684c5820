import { type DataRegistry, HolderError, type PublishedObject } from '@lastmile/holder'

/** What the plugin `shelf_registry` of an ACA-Py publishes, as our wallet reads it. @param shelf its address */
export const shelfRegistry = (shelf: string): DataRegistry => ({
  async read(id) {
    // A list is found under the registry, whose identifier its own begins with, and named after the moment from which
    // on it is in force.
    const [path = '', moment] = id.split('#')
    const content = await contentAt(`${shelf}/${path}`)
    if (!content) throw new HolderError('untrusted', 'Nothing is published there')
    if (moment !== undefined || content.revocDefType === undefined) return { content }
    const list = await contentAt(`${shelf}/${path}/status-list`)
    const timestamp = Number(list?.timestamp)
    return { content, links: [{ id: `${path}/status-list#${timestamp}`, timestamp }] }
  },
})

async function contentAt(url: string): Promise<PublishedObject['content'] | undefined> {
  const answer = await fetch(url)
  return answer.ok ? ((await answer.json()) as PublishedObject['content']) : undefined
}
