import { textsOf } from '../../texts/texts.tsx'
import en from './texts.en.json'

export const { T, t } = textsOf('proving', en)
