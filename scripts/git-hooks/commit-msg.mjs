// @ts-check
// Git runs it with the file that holds the message of a commit.
import { readFileSync } from 'node:fs'
import { tooLong } from '../commit-subjects.mjs'

const lines = readFileSync(process.argv[2] ?? '', 'utf8').split('\n')
const subject = lines.find((line) => line.trim() && !line.startsWith('#')) ?? ''
if (tooLong([subject]).length > 0) {
  process.stderr.write(
    `The subject has ${[...subject].length} characters; at most 72, please. The body says the rest.\n`,
  )
  process.exitCode = 1
}
