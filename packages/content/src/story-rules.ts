import { type Character, type CredentialToIssue, familyOf, protocols, verifierOf } from '@lastmile/contracts'
import { sentTo } from '@lastmile/journey'
import type { Report } from './problem.ts'

type Credentials = ReadonlyMap<string, CredentialToIssue>

/** Of attributes, a screen says what its verifier is sent, by each family of wallets (record 125). */
export function checkStories(character: Character, credentials: Credentials, report: Report): void {
  character.useCases.forEach((useCase, position) => {
    useCase.screens.forEach((screen, index) => {
      for (const protocol of protocols) {
        const { name: family, words } = familyOf(protocol)
        const own = words ? screen[words] : undefined
        const path = ['useCases', position, 'screens', index, ...(own && words ? [words] : []), 'says']
        const told = { verifier: verifierOf(useCase, screen).name, family, words: words ?? 'none' }
        const sent = sentTo(protocol, useCase, screen)
        for (const [name, { shown = [], proved = [], kept = [] }] of Object.entries((own ?? screen).says ?? {})) {
          const attributes = credentials.get(name)?.attributes.map((attribute) => attribute.name)
          const ofCard = sent.find((card) => card.name === name)
          const untrue = {
            shown: shown.filter((attribute) => !ofCard?.shown.includes(attribute)),
            proved: proved.filter((attribute) => !ofCard?.proved.includes(attribute)),
            kept: kept.filter((attribute) => !attributes?.includes(attribute) || ofCard?.shown.includes(attribute)),
          }
          for (const [how, names] of Object.entries(untrue)) {
            for (const attribute of names)
              report([...path, name, how], 'untrueStory', { ...told, name, attribute, how })
          }
        }
      }
    })
  })
}
