// @ts-check
// `npm run validate-character -- my-character.json`: whether the demo would take a character that a presenter brings
// along.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Stop } from './command.mjs'
import { prepareSources } from './prepare.mjs'
import { main } from './progress.mjs'
import { at } from './workspace.mjs'

await main(async () => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Stop('Name the file: npm run validate-character -- my-character.json')
  await prepareSources()
  const { register } = await import('tsx/esm/api')
  register()
  const { validateCharacter } = await import(pathToFileURL(at('packages/content/src/validate-character.ts')).href)
  // npm runs scripts in the repository; the name is meant from where the person stands.
  const { isValid, text } = validateCharacter(resolve(process.env.INIT_CWD ?? '.', file))
  if (!isValid) throw new Stop(text)
  process.stdout.write(`${text}\n`)
})
