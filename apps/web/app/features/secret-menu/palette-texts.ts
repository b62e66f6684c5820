import { textsOf } from '../../texts/texts.tsx'
import en from './palette-texts.en.json'

/** Fetched with the palette. */
export const { t } = textsOf('palette', en)
