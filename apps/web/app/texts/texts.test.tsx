import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { textsOf } from './texts.tsx'

const { t, T, has } = textsOf('test', {
  plain: "It's here.",
  named: '{issuer} offers you {count, plural, one {a credential} other {# credentials}}.',
  quoted: 'Play <b>{name}</b>.',
  linked: 'Read <b>the terms</b> first.',
})
afterEach(cleanup)

describe('texts', () => {
  it('are read as they stand', () => expect(t('plain')).toBe("It's here."))

  it('take values, and plurals by the rule of the language', () => {
    expect(t('named', { issuer: 'Unity University', count: 1 })).toBe('Unity University offers you a credential.')
    expect(t('named', { issuer: 'Unity University', count: 3 })).toBe('Unity University offers you 3 credentials.')
  })

  it('hold elements', () => {
    render(<T id="linked" elements={{ b: <strong /> }} />)
    expect(screen.getByText('the terms').tagName).toBe('STRONG')
  })

  it('take no element from a value', () => {
    const { container } = render(
      <T id="quoted" values={{ name: '<b>A</b> & <i>B</i>' }} elements={{ b: <strong /> }} />,
    )
    expect(container.querySelector('strong')?.textContent?.replaceAll('\u2060', '')).toBe('<b>A</b> & <i>B</i>')
  })

  it('of one room are not those of another', () => {
    const other = textsOf('other', { plain: 'Elsewhere.' })
    expect([t('plain'), other.t('plain')]).toEqual(["It's here.", 'Elsewhere.'])
  })

  it('know which messages there are', () => expect([has('plain'), has('toString')]).toEqual([true, false]))
})
