import { LegalText } from '../blocks/legal-text.tsx'
import terms from './terms.json'

/** Terms and Conditions (docs/product.md, sections 2 and 9). */
export const TermsPage = () => <LegalText page={terms} />
