import { describe, expect, it } from 'vitest'
import { presenterLink, readPresenterLink } from './presenter-link.ts'

const presets = {
  dark: true,
  showHiddenUseCases: true,
  revocationEnabled: false,
  characterUploadEnabled: true,
  protocol: 'openid4vc' as const,
}
const query = '?theme=dark&hidden=1&revocation=0&upload=1&protocol=openid4vc'

describe("a presenter's link", () => {
  it('presets what it says, on every start of the demo', () => {
    for (const pathname of ['/demo', '/demo/', '/demo/student', '/demo/confirmedPerson']) {
      expect(readPresenterLink(pathname, query)).toEqual({ presets, rest: '' })
    }
    expect(readPresenterLink('/demo', '?theme=light')?.presets).toEqual({ dark: false })
  })

  it('says nothing elsewhere, and nothing where none of its names stands', () => {
    for (const pathname of ['/', '/dashboard', '/uc/student-price', '/demo/student/more']) {
      expect(readPresenterLink(pathname, '?theme=dark')).toBeUndefined()
    }
    expect(readPresenterLink('/demo', '')).toBeUndefined()
    expect(readPresenterLink('/demo', '?source=fair')).toBeUndefined()
  })

  it('takes known words only, and its names out of the address whatever they say', () => {
    const odd = '?theme=DARK&hidden=true&revocation=&upload=2&protocol=oid4vc'
    expect(readPresenterLink('/demo', odd)).toEqual({ presets: {}, rest: '' })
    expect(readPresenterLink('/demo', '?hidden=1&hidden=0')).toEqual({ presets: {}, rest: '' })
    expect(readPresenterLink('/demo', '?utm_source=fair&hidden=1')).toEqual({
      presets: { showHiddenUseCases: true },
      rest: '?utm_source=fair',
    })
    expect(readPresenterLink('/demo', '?theme=__proto__&hidden=constructor')).toEqual({ presets: {}, rest: '' })
  })

  it('describes the present options and the start of the visit', () => {
    const link = (pathname: string, currentCharacter: string | null) =>
      presenterLink({ pathname, currentCharacter, presets })
    expect(link('/demo', null)).toBe(`/demo${query}`)
    expect(link('/dashboard', 'student')).toBe(`/demo/student${query}`)
    expect(link('/demo/confirmedPerson', 'confirmed-person')).toBe(`/demo/confirmedPerson${query}`)
    expect(link('/uc/uploaded-gate', 'uploaded-courier')).toBe(`/demo${query}`)
    expect(readPresenterLink('/demo', query)?.presets).toEqual(presets)
  })
})
