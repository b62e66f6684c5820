import { describe, expect, it } from 'vitest'
import { guilloche } from './guilloche.ts'

const names = ['Student Card', 'Confirmed Person', 'Business Registration', 'Ìwé Ẹ̀rí', 'Nursing Licence', '']

describe('guilloche', () => {
  it('gives a name the same engraving every time', () => {
    expect(guilloche('Student Card')).toEqual(guilloche('Student Card'))
  })

  it('gives different names different engravings', () => {
    const drawings = names.map((name) => JSON.stringify(guilloche(name)))
    expect(new Set(drawings).size).toBe(names.length)
  })

  it.each(names)('draws “%s” with finite numbers', (name) => {
    const { rosettes, ribbon } = guilloche(name)
    for (const { path } of [...rosettes, ribbon]) {
      expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+(q(-?[\d.]+ ){3}-?[\d.]+(t-?[\d.]+ -?[\d.]+){0,11})+$/)
    }
  })

  it('closes a flower without a gap', () => {
    for (const { path } of guilloche('Student Card').rosettes) {
      const steps = [...path.matchAll(/[qt]([^a-z]+)/g)].map(([, numbers = '']) =>
        numbers.split(' ').slice(-2).map(Number),
      )
      const sum = (axis: number) => steps.reduce((total, step) => total + (step[axis] ?? Number.NaN), 0)
      expect(sum(0)).toBeCloseTo(0)
      expect(sum(1)).toBeCloseTo(0)
    }
  })
})
