import { textsOf } from '../texts/texts.tsx'
import en from './frame-texts.en.json'

/** For what is there before the wallet's code is: its buttons and its frame. */
export const { t } = textsOf('wallet-frame', en)
