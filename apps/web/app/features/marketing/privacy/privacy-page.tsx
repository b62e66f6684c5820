import { LegalText } from '../blocks/legal-text.tsx'
import policy from './privacy-policy.json'

/** Privacy Policy (docs/product.md, sections 2 and 9). Its claims match the code. */
export const PrivacyPage = () => <LegalText page={policy} />
