import type { ReactNode } from 'react'
import { consentMarks } from '../consent/consent.ts'

/** Opens the settings: a dialog, or without scripts the section of the cookies page. */
export function CookieSettingsLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <a href="/cookies#your-choices" className={className} {...{ [consentMarks.opener]: '' }}>
      {children}
    </a>
  )
}
