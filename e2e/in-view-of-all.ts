import { fileURLToPath } from 'node:url'
import { type ApiAnswer, apiRoutes, confirmedPersonSlug } from '@lastmile/contracts'
import { launchShell, Visit } from './browser.ts'
import { Onlooker, opensWallet } from './onlooker.ts'
import { startServer } from './server.ts'
import { shippedDefinitionsMade } from './shipped-definitions.ts'

/** By OpenID4VC an offer is handed over where the wallet is open. */
const stages = [
  { protocol: 'didcomm', isOpen: false },
  { protocol: 'didcomm', isOpen: true },
  { protocol: 'openid4vc', isOpen: true },
] as const

/**
 * Walks every character through every use case, hidden ones too, with the web wallet closed and open, by DIDComm and by
 * OpenID4VC, and says what can't be seen without scrolling. Names of characters as arguments choose among them.
 */
const server = await startServer({
  nodeOptions: ['--import', 'tsx'],
  program: fileURLToPath(new URL('../apps/server/test/server-with-shared-keys.ts', import.meta.url)),
  settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' },
})
const browser = await launchShell()
try {
  await shippedDefinitionsMade(server)
  const read = async (path: string) => (await fetch(server.origin + path)).json()
  const characters = [
    ...((await read(apiRoutes.getCharacters.path)) as ApiAnswer<'getCharacters'>),
    (await read(apiRoutes.getCharacter.path.replace(':id', confirmedPersonSlug))) as ApiAnswer<'getCharacter'>,
  ]
  const names = process.argv.slice(2)
  for (const character of characters.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const { isOpen, protocol } of stages) {
      const visit = await Visit.begin(browser, server.origin)
      if (isOpen) await visit.context.addInitScript(opensWallet)
      const person = new Onlooker(visit.page)
      await person.playsAll(character, protocol)
      await visit.context.close()
      const where = `${character.name}, ${protocol}, wallet ${isOpen ? 'open' : 'closed'}`
      process.stdout.write(
        `${where}: ${person.faults.length} faults\n${person.faults.map((fault) => `  ${fault}\n`).join('')}`,
      )
      if (person.faults.length > 0) process.exitCode = 1
    }
  }
} finally {
  await browser.close()
  await server.discard()
}
