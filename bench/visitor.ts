import { type ApiAnswer, type ApiBody, type ApiRouteName, apiRoutes } from '@lastmile/contracts'

/** One anonymous visitor of the public API, with a cookie of their own. */
export class Visitor {
  private readonly origin: string
  private cookie = ''

  constructor(origin: string) {
    this.origin = origin
  }

  async call<Name extends ApiRouteName>(
    name: Name,
    { id = '', body }: { id?: string; body?: ApiBody<Name> } = {},
  ): Promise<{ status: number; answer: ApiAnswer<Name> }> {
    const { method, path } = apiRoutes[name]
    const response = await fetch(this.origin + path.replace(':id', encodeURIComponent(id)), {
      method,
      headers: { cookie: this.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`)
    this.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie
    return { status: response.status, answer: JSON.parse(text || 'null') }
  }
}
