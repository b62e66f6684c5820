import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

/** A valid nurse with one credential and one use case; a test changes what it is about. */
export const nurse = () => ({
  id: 'nurse',
  name: 'Ifeoma',
  type: 'Nurse',
  image: 'portrait.svg',
  description: 'Works nights.',
  onboarding: [
    { screenId: 'PICK_CHARACTER', title: 'Pick', text: 'Pick.' },
    { screenId: 'CONNECT', title: 'Connect', text: 'Connect.', issuer_name: 'Ward' },
    {
      screenId: 'ACCEPT_CREDENTIAL',
      title: 'Accept',
      text: 'Accept.',
      credentials: [
        {
          name: 'Nursing Licence',
          revocable: true,
          attributes: [
            { name: 'name', value: 'Ifeoma' } as { name: string; value: unknown },
            { name: 'expiry_date', value: { $dateInt: { years: 4 } } },
          ],
        },
      ],
    },
    { screenId: 'SETUP_COMPLETED', title: 'Done', text: 'Done.' },
  ],
  progressBar: [{ name: 'Connect', onboardingStep: 'CONNECT', iconLight: 'shared/on.svg', iconDark: 'shared/on.svg' }],
  useCases: [
    {
      id: 'night-shift',
      name: 'Night shift',
      screens: [
        { screenId: 'START', title: 'Start', text: 'Start.' },
        {
          screenId: 'PROOF',
          title: 'Prove',
          text: 'Prove.',
          verifier: { name: 'Clinic' },
          requestOptions: {
            title: 'Licence',
            text: 'Is it valid?',
            requestedCredentials: [
              {
                name: 'Nursing Licence',
                properties: ['name'],
                predicates: { name: 'expiry_date', type: '>=', value: { $dateInt: { days: 0 } } as unknown },
                nonRevoked: true,
              },
            ],
          },
        },
        { screenId: 'END', title: 'End', text: 'End.' },
      ],
    },
  ],
  revocationInfo: [{ credentialName: 'Nursing Licence', title: 'Withdraw', description: 'Withdraw.' }],
})

export const walletList = () => [
  {
    id: 'plain',
    name: 'Plain',
    icon: 'plain.svg',
    organization: 'Us',
    url: 'https://example.org',
    deepLinkScheme: 'plain',
  },
]

const written: string[] = []

/** Removes what `writeContent` wrote. */
export function removeContent(): void {
  for (const root of written.splice(0)) rmSync(root, { recursive: true })
}

/** Writes a content folder with these files (JSON unless text or bytes) and the pictures that the fixtures name. */
export function writeContent(files: Record<string, unknown> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'content-'))
  written.push(root)
  const all = {
    'characters/nurse/character.json': nurse(),
    'characters/nurse/portrait.svg': svg,
    'shared/on.svg': svg,
    'wallets/wallets.json': walletList(),
    'wallets/plain.svg': svg,
    ...files,
  }
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    const isWritten = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(join(root, name), isWritten ? content : JSON.stringify(content))
  }
  return root
}
