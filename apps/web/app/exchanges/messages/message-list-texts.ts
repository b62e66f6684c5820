import { textsOf } from '../../texts/texts.tsx'
import en from './message-list-texts.en.json'

/** Fetched with the list: it has a sentence for every message of the protocols. */
export const { t, has } = textsOf('message-list', en)
