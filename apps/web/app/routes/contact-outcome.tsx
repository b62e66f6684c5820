import { type ContactOutcome, contactOutcomePath, contactOutcomes } from '@lastmile/contracts/contact'
import { type MetaArgs, useLocation } from 'react-router'
import { ContactOutcomePage } from '../features/marketing/contact/contact-outcome-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

function outcomeAt(pathname: string): ContactOutcome {
  const path = pathname.replace(/\/$/, '')
  return contactOutcomes.find((outcome) => contactOutcomePath(outcome) === path) ?? 'not-sent'
}

export const meta = (args: MetaArgs) => pageMeta(contactOutcomePath(outcomeAt(args.location.pathname)))(args)

export default function ContactOutcomeRoute() {
  return <ContactOutcomePage outcome={outcomeAt(useLocation().pathname)} />
}
