import { answerOf, consentMarks, everything, nothingOptional } from '../consent/consent.ts'
import { consentBannerId } from '../consent/question.ts'
import { Button } from '../ui/button.tsx'
import { CookieSettingsLink } from './cookie-settings-link.tsx'

/**
 * The question about optional cookies. Plain markup in every page: `question.ts` shows it when due and handles the
 * answer; it stays hidden without scripts. It stands at the foot of the window, and the page ends above it, so that it
 * covers nothing for good; on low windows it stands at the end of the page. A docked wallet stands beside it; the
 * answers stand at the far end, so that a visitor who accepts a credential does not hit them.
 */
export function ConsentBanner() {
  return (
    <section
      id={consentBannerId}
      aria-labelledby="consent-title"
      className="fixed inset-x-0 bottom-0 z-40 order-1 hidden border-t border-line bg-paper shadow-lift consent-asked:block print:hidden! low:static [body:has([data-docked])_&]:mr-100 **:scroll-mb-[calc(-1*var(--consent-space))]"
    >
      <div className="wrap flex items-center justify-between gap-x-3 gap-y-1 py-1.5 max-[22rem]:flex-wrap md:justify-start md:gap-x-10">
        <div>
          <h2
            id="consent-title"
            className="font-sans text-small leading-tight font-semibold text-balance max-md:text-tiny"
          >
            May we use cookies for analytics?
          </h2>
          {/* One line where the page needs the room; the foot of each page has the settings too. */}
          <p className="text-tiny text-mute max-md:hidden">
            Off unless you agree. <CookieSettingsLink className={linkLooks}>Choose one by one</CookieSettingsLink>
          </p>
        </div>
        <div className="grid shrink-0 grid-cols-2 gap-3 max-md:gap-2 max-md:*:px-3">
          <Button variant="ghost" size="small" {...{ [consentMarks.answer]: answerOf(nothingOptional) }}>
            Decline all
          </Button>
          <Button variant="ghost" size="small" {...{ [consentMarks.answer]: answerOf(everything) }}>
            Accept all
          </Button>
        </div>
      </div>
    </section>
  )
}

const linkLooks = 'text-forest underline decoration-1 underline-offset-4 hover:decoration-2'
