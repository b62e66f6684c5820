import { Waiting } from '../ui/waiting.tsx'
import { t } from './texts.ts'

/** In place of a step whose code is on its way. */
export const OpeningStep = () => <Waiting>{t('openingStep')}</Waiting>
