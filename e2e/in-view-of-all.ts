import { fileURLToPath } from 'node:url'
import { type ApiAnswer, apiRoutes, type Character, confirmedPersonSlug } from '@lastmile/contracts'
import { confirmedPersonPath } from '@lastmile/contracts/site'
import { dialogTexts } from '@lastmile/contracts/specified-texts'
import { credentialLabel, sameCredential } from '@lastmile/journey'
import { launchShell, Visit } from './browser.ts'
import { Onlooker, opensWallet } from './onlooker.ts'
import { startServer } from './server.ts'
import { shippedDefinitionsMade } from './shipped-definitions.ts'

/** The first card that can be revoked, and the use case and the screen where a verifier asks about that. */
function revocationScene(character: Character): [string, string, string] | undefined {
  const name = character.revocationInfo[0]?.credentialName ?? ''
  for (const useCase of character.useCases) {
    const screen = useCase.screens.find(({ requestOptions }) =>
      requestOptions?.requestedCredentials.some((asked) => sameCredential(asked.name, name) && asked.nonRevoked),
    )
    // A card that is typed is typed anew.
    if (screen && character.id !== confirmedPersonSlug) {
      return [credentialLabel(character, name), useCase.name, screen.screenId]
    }
  }
  return undefined
}

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
      const start = character.id === confirmedPersonSlug ? confirmedPersonPath : '/demo'
      await visit.page.goto(`${start}?protocol=${protocol}`)
      if (character.id === confirmedPersonSlug) await person.isConfirmed()
      else await person.onboards(character.name)
      await person.commands('hidden', 'Show hidden use cases')
      for (const { name, screens } of character.useCases) {
        // No wallet can answer those.
        const refused = screens.find(({ requestOptions }) => requestOptions?.expectRefusal)
        if (refused) await person.isRefused(name, refused.screenId)
        else await person.plays(name)
      }
      await person.presses(dialogTexts.showcaseCompleted.cancel)
      const scene = revocationScene(character)
      if (scene) await person.isRevoked(...scene)
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
