import type { ReactNode } from 'react'
import { consentMarks } from '../consent/consent.ts'

/** Leads to the settings: a dialog, or without scripts the part of the cookies page that tells of them. */
export function CookieSettingsLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <a href="/cookies#your-choices" className={className} {...{ [consentMarks.opener]: '' }}>
      {children}
    </a>
  )
}
