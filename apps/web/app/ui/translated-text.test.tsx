import { act, cleanup, render } from '@testing-library/react'
import { Fragment } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { withstandTranslation } from './translated-text.ts'

beforeAll(withstandTranslation)
afterEach(cleanup)

const textsIn = (root: Node): Text[] =>
  [...root.childNodes].flatMap((node) => (node instanceof Text ? node : textsIn(node)))

/** Three ways in which translators put an element for a text. */
const translators: [string, (text: Text, element: Element) => void][] = [
  [
    'around it',
    (text, element) => {
      text.before(element)
      element.append(text)
    },
  ],
  ['in its place', (text, element) => text.replaceWith(element)],
  [
    'beside it, and take the text away',
    (text, element) => {
      text.before(element)
      text.remove()
    },
  ],
]

const other = (text: Text) => {
  const element = document.createElement('font')
  element.textContent = text.data.toUpperCase()
  return element
}

function Step({ label, items = [], isBusy = false }: { label: string; items?: string[]; isBusy?: boolean }) {
  return (
    <p>
      {isBusy ? <b>busy</b> : null}
      {label}
      {items.map((item) => (
        <Fragment key={item}>{item}</Fragment>
      ))}
      {' end'}
    </p>
  )
}

it.each(translators)('goes on with a page whose translator puts elements for texts: %s', async (_, translate) => {
  const { container, rerender } = render(<Step label="next" items={['one', 'two']} />)
  const translateAll = async () => {
    for (const text of textsIn(container)) {
      if (text.parentElement?.closest('font')) continue
      const element = other(text)
      if (translate === translators[0]?.[1]) element.textContent = ''
      translate(text, element)
    }
    await act(async () => {})
  }
  const shows = async (step: Parameters<typeof Step>[0], words: string) => {
    rerender(<Step {...step} />)
    await act(async () => {})
    expect(container.textContent?.toLowerCase()).toBe(words)
    await translateAll()
    expect(container.textContent?.toLowerCase()).toBe(words)
  }
  await translateAll()
  await shows({ label: 'next', items: ['one', 'two'], isBusy: true }, 'busynextonetwo end')
  await shows({ label: 'skip', items: ['one', 'two'] }, 'skiponetwo end')
  await shows({ label: 'skip', items: ['two'] }, 'skiptwo end')
  await shows({ label: 'next', items: ['three', 'two'] }, 'nextthreetwo end')
  await shows({ label: 'next' }, 'next end')
})

it('removes and inserts as ever what no translator has touched', () => {
  const [parent, child, other] = ['p', 'b', 'i'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  expect(parent.insertBefore(child, null)).toBe(child)
  parent.insertBefore(other, child)
  expect(parent.innerHTML).toBe('<i></i><b></b>')
  expect(parent.removeChild(other)).toBe(other)
  expect(() => parent.removeChild(other)).toThrow()
})
