import type { PageFacts } from './page-facts.ts'

/** Follows links within the site, each once. Links to elsewhere are only looked at: measuring needs no network. */
export class LinkChecker {
  private readonly origin: string
  private readonly answers = new Map<string, Promise<{ status: number; html: string }>>()

  constructor(origin: string) {
    this.origin = origin
  }

  /** Faults of the page's links and files, a line each. */
  async findBroken(facts: PageFacts, more: readonly string[] = []): Promise<string[]> {
    const written = new Set([...facts.links, ...facts.assets, ...more])
    const problems = await Promise.all([...written].map((link) => this.problemOf(link, facts)))
    return problems.flatMap((problem) => problem ?? [])
  }

  private async problemOf(link: string, facts: PageFacts): Promise<string | undefined> {
    if (!URL.canParse(link, facts.url)) return `'${link}' is no address`
    const url = new URL(link, facts.url)
    if (url.origin !== this.origin) return elsewhereProblem(url)
    const fragment = decodeURIComponent(url.hash.slice(1))
    url.hash = ''
    // The page itself is there, and its elements are known, also those that a script has made.
    const isHere = url.href === facts.url.split('#')[0]
    if (!isHere) {
      const { status } = await this.ask(url.href)
      if (status !== 200) return `${link} answers ${status || 'nothing'}`
    }
    if (!fragment || fragment === 'top') return undefined
    const isThere = isHere ? facts.ids.includes(fragment) : (await this.ask(url.href)).html.includes(`id="${fragment}"`)
    return isThere ? undefined : `${link} points to an element that is not there`
  }

  private ask(url: string) {
    const answer = this.answers.get(url) ?? askFor(url)
    this.answers.set(url, answer)
    return answer
  }
}

/** A redirection within the site counts as broken: the link should name where it leads. */
async function askFor(url: string): Promise<{ status: number; html: string }> {
  try {
    const answer = await fetch(url, { redirect: 'manual' })
    const isHtml = answer.headers.get('content-type')?.startsWith('text/html')
    const text = await answer.text()
    return { status: answer.status, html: isHtml ? text : '' }
  } catch {
    return { status: 0, html: '' }
  }
}

const harmless = new Set(['https:', 'data:', 'blob:'])
const mailAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const phoneNumber = /^\+?[\d\s()-]{5,}$/

function elsewhereProblem(url: URL): string | undefined {
  const address = decodeURIComponent(url.pathname)
  if (url.protocol === 'mailto:') return mailAddress.test(address) ? undefined : `${url.href} is no mail address`
  if (url.protocol === 'tel:') return phoneNumber.test(address) ? undefined : `${url.href} is no phone number`
  return harmless.has(url.protocol) ? undefined : `${url.href} is not https`
}
