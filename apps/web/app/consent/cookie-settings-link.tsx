import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consentMarks } from './consent.ts'

/** Leads to the settings: a dialog, or without scripts the part of the cookies page that tells of them. */
export function CookieSettingsLink({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Link to="/cookies#your-choices" className={className} {...{ [consentMarks.opener]: '' }}>
      {children}
    </Link>
  )
}
