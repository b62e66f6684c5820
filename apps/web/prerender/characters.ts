import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loadContent, resolveCharacter } from '@lastmile/content'
import { attributeLabel, displayValue } from '@lastmile/journey'
import type { CharacterShowcase } from '../app/features/marketing/landing/showcase.ts'

/** Resolved by Node: in a bundle, the content's code is no longer beside its data. */
const contentFolder = join(createRequire(import.meta.url).resolve('@lastmile/content'), '../..')

const characters = () =>
  loadContent(contentFolder).characters.map((character) => resolveCharacter(character, new Date()))

/** Each character's data for the wallet showcase. */
export function characterShowcases(): CharacterShowcase[] {
  return characters().map(({ id, name, type, description, hidden, image, onboarding, useCases }) => ({
    id,
    name,
    type,
    description,
    hidden: hidden ?? false,
    image,
    starterCredentials: onboarding.flatMap((screen) =>
      (screen.credentials ?? []).map(({ name, label, attributes }) => ({
        name: label ?? name,
        issuer: screen.issuer_name,
        attributes: attributes
          .filter(({ name, value }) => !/date/i.test(name) && displayValue(name, value).kind === 'text')
          .slice(0, 3)
          .map(({ name, label, value }) => ({ label: label ?? attributeLabel(name), value })),
      })),
    ),
    useCases: useCases
      .filter((useCase) => !useCase.hidden)
      .map((useCase) => ({
        id: useCase.id,
        name: useCase.name,
        verifier: useCase.screens[0]?.verifier?.name,
        text: useCase.screens[0]?.text ?? '',
      })),
  }))
}

/** The demo's wallet apps. */
export const walletsOfContent = () => loadContent(contentFolder).wallets
