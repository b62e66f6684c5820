import { confirmedPersonPath, walletPath } from '@lastmile/contracts/site'
import { t } from './texts.ts'

/**
 * The screens of the demo: every address of it (docs/product.md, section 2), its name in the title until the screen has a
 * better one, and the file in `screens/` that shows it. Each is a chunk of its own, and has a document that asks for it at
 * once. The first path that fits an address counts.
 */
export const screens = [
  { path: confirmedPersonPath, name: t('confirmedPerson'), file: 'confirmed-person.tsx' },
  { path: '/demo/:slug?', name: t('demo'), file: 'demo.tsx' },
  { path: '/dashboard', name: t('dashboard'), file: 'dashboard.tsx' },
  { path: walletPath, name: t('wallet'), file: 'wallet.tsx' },
  { path: '/uc/:slug', name: t('useCase'), file: 'use-case.tsx' },
] as const

export type Screen = (typeof screens)[number]
