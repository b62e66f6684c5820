import { expect, it } from 'vitest'
import { cardGround, plainCard } from './card-ground.ts'

it('gives a title the same ground every time, and others to other titles', () => {
  const titles = ['Student Card', 'Confirmed Person', 'Nursing Licence', 'Trader Permit', 'Ìwé Ẹ̀rí', 'Library Card', '']
  expect(titles.map((title) => cardGround(title).lines)).toEqual(titles.map((title) => cardGround(title).lines))
  expect(new Set(titles.map((title) => cardGround(title).lines)).size).toBeGreaterThan(3)
})

it('names the colours in which the card is painted', () => {
  for (const title of ['Student Card', 'Confirmed Person', 'Trader Permit']) {
    const { backgroundColor, textColor } = plainCard(title)
    expect(cardGround(title).from).toBe(`from-[${backgroundColor}]`)
    expect([backgroundColor, textColor]).toEqual([expect.stringMatching(/^#[\da-f]{6}$/), '#ffffff'])
  }
})
