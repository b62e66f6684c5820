import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dayText } from '../../../texts/formats.ts'
import { measured } from './measured.ts'

const names: Record<keyof typeof measured.areas, string> = {
  predicate: 'AnonCreds, a predicate',
  number: 'AnonCreds, asked for a number of its own',
  twice: 'SD-JWT, one copy shown twice',
  batch: 'SD-JWT, of a batch',
}

it('is quoted as docs/quality.md has it', () => {
  const quality = readFileSync(join(import.meta.dirname, '../../../../../../docs/quality.md'), 'utf8')
  expect(quality).toContain(dayText(measured.day))
  expect(quality).toContain(`| ${measured.pairs.toLocaleString('en')} pairs of one holder`)
  for (const [setting, { alone, withIssuer }] of Object.entries(measured.areas)) {
    const row = quality.split('\n').find((line) => line.startsWith(`| ${names[setting as keyof typeof names]} |`))
    expect(row?.split('|').slice(3, 5).map(Number)).toEqual([alone, withIssuer])
  }
})
