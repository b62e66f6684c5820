import { expect, it } from 'vitest'
import { dayText, momentText, timeText } from './formats.ts'

it('writes days and times in one style', () => {
  const moment = new Date(2026, 10, 26, 18, 31, 5).toISOString()
  expect(dayText(new Date('2026-11-26'))).toBe('26 November 2026')
  expect(momentText(moment)).toBe('26 November 2026, 18:31')
  expect(timeText(moment)).toBe('18:31:05')
})
