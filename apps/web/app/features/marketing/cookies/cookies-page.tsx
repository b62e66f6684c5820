import { consentMarks } from '../../../consent/consent.ts'
import { Button } from '../../../ui/button.tsx'
import { LegalText } from '../blocks/legal-text.tsx'
import policy from './cookies-policy.json'

/** Cookies Policy (docs/product.md, sections 2 and 9). */
export const CookiesPage = () => (
  <LegalText page={policy} inserts={{ cookieSettings: <CookieSettings key="settings" /> }} />
)

const CookieSettings = () => (
  <>
    <Button size="small" className="noscript:hidden" {...{ [consentMarks.opener]: '' }}>
      Open cookie settings
    </Button>
    <p className="hidden noscript:block">
      Scripts are switched off in your browser, so nothing optional runs and there is nothing to choose.
    </p>
  </>
)
