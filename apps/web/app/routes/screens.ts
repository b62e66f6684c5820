import { confirmedPersonPath, labPath, walletPath } from '@lastmile/contracts/site'
import { t } from './texts.ts'

/**
 * The demo's screens: address (docs/product.md, section 2), initial title, and file in `screens/`. Each is a chunk that
 * its own document preloads. The first matching path wins.
 */
export const screens = [
  { path: confirmedPersonPath, name: t('confirmedPerson'), file: 'confirmed-person.tsx' },
  { path: '/demo/:slug?', name: t('demo'), file: 'demo.tsx' },
  { path: '/dashboard', name: t('dashboard'), file: 'dashboard.tsx' },
  { path: walletPath, name: t('wallet'), file: 'wallet.tsx' },
  { path: `${labPath}/:experiment?`, name: t('lab'), file: 'lab.tsx' },
  { path: '/uc/:slug', name: t('useCase'), file: 'use-case.tsx' },
] as const

export type Screen = (typeof screens)[number]
