import { describe, expect, it } from 'vitest'
import { cardHues, guilloche } from './guilloche.ts'

const names = ['Student Card', 'Confirmed Person', 'Business Registration', 'Ìwé Ẹ̀rí', 'Nursing Licence', '']

describe('guilloche', () => {
  it('gives a name the same engraving every time', () => {
    expect(guilloche('Student Card')).toEqual(guilloche('Student Card'))
  })

  it('gives different names different engravings', () => {
    const drawings = names.map((name) => JSON.stringify(guilloche(name)))
    expect(new Set(drawings).size).toBe(names.length)
  })

  it.each(names)('draws “%s” with finite numbers in a known colour', (name) => {
    const { hue, rosettes, ribbon } = guilloche(name)
    expect(hue).toBeGreaterThanOrEqual(0)
    expect(hue).toBeLessThan(cardHues)
    for (const path of [...rosettes.map((rosette) => rosette.petal), ribbon.path]) {
      expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+(Q(-?[\d.]+ ){3}-?[\d.]+)+$/)
    }
  })

  it('joins a petal to the next one, turned, without a gap', () => {
    for (const { petal, petals } of guilloche('Student Card').rosettes) {
      const numbers = [...petal.matchAll(/-?[\d.]+/g)].map(Number)
      const [startX = 0, startY = 0] = numbers
      const [endX = 0, endY = 0] = numbers.slice(-2)
      const turn = (2 * Math.PI) / petals
      expect(endX).toBeCloseTo(startX * Math.cos(turn) - startY * Math.sin(turn), 0)
      expect(endY).toBeCloseTo(startX * Math.sin(turn) + startY * Math.cos(turn), 0)
    }
  })
})
