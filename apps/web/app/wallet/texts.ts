import { momentText } from '../texts/formats.ts'
import { textsOf } from '../texts/texts.tsx'
import { t as tOfFrame } from './frame-texts.ts'
import en from './texts.en.json'
import enFailures from './wallet-failures.en.json'
import type { WalletFailure } from './worker/messages.ts'

export const { t, has } = textsOf('wallet', en)

const failures = textsOf('wallet-failures', enFailures)

/** The failure and its remedy. */
export const walletFailureText = (failure: WalletFailure): string =>
  failure === 'not-loaded'
    ? tOfFrame('notLoaded')
    : failures.t(failures.has(failure) ? failure : 'other', { now: momentText(new Date().toISOString()) })
