import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tooLong } from './commit-subjects.mjs'
import { at } from './workspace.mjs'

const longest = 'x'.repeat(72)

test('a subject has at most 72 characters, but for those that git writes', () => {
  const merge = `Merge ${longest}`
  expect(tooLong([longest, `${longest}x`, merge, 'ẹ'.repeat(72)])).toEqual([`${longest}x`])
})

test('once npm has prepared a clone, git refuses a commit whose subject is longer', () => {
  const clone = mkdtempSync(join(tmpdir(), 'commits-'))
  cpSync(at('scripts'), join(clone, 'scripts'), { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@lastmile.example', ...args], { cwd: clone }).status
  git('init', '-q')
  execFileSync(process.execPath, ['scripts/use-git-hooks.mjs'], { cwd: clone })
  expect(git('commit', '-q', '--allow-empty', '-m', `${longest}x`)).not.toBe(0)
  expect(git('commit', '-q', '--allow-empty', '-m', `${longest}\n\n${longest}x`)).toBe(0)
})
