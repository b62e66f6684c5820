import type { Wallet } from '@lastmile/contracts'
import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import { type ContactOutcome, contactOutcomePath, contactOutcomes } from '@lastmile/contracts/contact'
import {
  characterPage,
  type InvitationForm,
  invitationDocumentPath,
  type Page,
  type PagePath,
  pages,
} from '@lastmile/contracts/pages'
import type { ReactNode } from 'react'
import { AboutPage } from '../features/marketing/about/about-page.tsx'
import { LegalText } from '../features/marketing/blocks/legal-text.tsx'
import { BusinessPage } from '../features/marketing/business/business-page.tsx'
import { CareersPage } from '../features/marketing/careers/careers-page.tsx'
import { jobPostings } from '../features/marketing/careers/job-posting.ts'
import { FnbPage } from '../features/marketing/case-studies/fnb/fnb-page.tsx'
import { ShopeasyPage } from '../features/marketing/case-studies/shopeasy/shopeasy-page.tsx'
import { ConfirmdPage } from '../features/marketing/confirmd/confirmd-page.tsx'
import { ContactOutcomePage } from '../features/marketing/contact/contact-outcome-page.tsx'
import { ContactPage, contactQuestions } from '../features/marketing/contact/contact-page.tsx'
import { CookiesPage } from '../features/marketing/cookies/cookies-page.tsx'
import { GovernmentPage, governmentQuestions } from '../features/marketing/government/government-page.tsx'
import { HomePage } from '../features/marketing/home/home-page.tsx'
import { HospitalsPage, hospitalQuestions } from '../features/marketing/hospitals/hospitals-page.tsx'
import { HowItWorksPage, howItWorksQuestions } from '../features/marketing/how-it-works/how-it-works-page.tsx'
import { EndedInvitationPage } from '../features/marketing/invitation/ended-invitation-page.tsx'
import { OpenInvitationPage } from '../features/marketing/invitation/open-invitation-page.tsx'
import { LabTeachPage } from '../features/marketing/lab-teach/lab-teach-page.tsx'
import { CharacterLandingPage } from '../features/marketing/landing/character-landing-page.tsx'
import { LandingPage } from '../features/marketing/landing/landing-page.tsx'
import type { Showcase } from '../features/marketing/landing/showcase.ts'
import { LearnMorePage } from '../features/marketing/learn-more/learn-more-page.tsx'
import { NotFoundPage } from '../features/marketing/not-found/not-found-page.tsx'
import { PersonalPage } from '../features/marketing/personal/personal-page.tsx'
import { PilotPage } from '../features/marketing/pilot/pilot-page.tsx'
import privacyPolicy from '../features/marketing/privacy/privacy-policy.json'
import { TeamPage } from '../features/marketing/team/team-page.tsx'
import terms from '../features/marketing/terms/terms.json'
import { faqPage, type StructuredData } from '../metadata/structured-data.ts'

interface PageContent {
  content: ReactNode
  /** Structured data of this page only. */
  data?: readonly StructuredData[]
  /** The page's browser script besides `site/site.ts`. */
  module?: 'app/site/home.ts' | 'app/site/contact.ts' | 'app/site/copy-links.ts'
}

export type SitePage = PageContent & { page: Page }

type OutcomePath = ReturnType<typeof contactOutcomePath<ContactOutcome>>

/**
 * All pages of the site (docs/product.md, section 2). Their descriptions are in `packages/contracts/src/pages.ts`. Each
 * character has a page `/{slug}`, except the Confirmed Person, whose page is `/confirmd`.
 */
export function sitePages({ characters, wallets }: Showcase): SitePage[] {
  const offered = characters.filter(({ hidden }) => !hidden)
  const contents: Record<PagePath, PageContent> = {
    '/': { content: <HomePage characters={characters} />, module: 'app/site/home.ts' },
    '/personal': { content: <PersonalPage /> },
    '/business': { content: <BusinessPage />, module: 'app/site/copy-links.ts' },
    '/about': { content: <AboutPage /> },
    '/contact': { content: <ContactPage />, data: [faqPage(contactQuestions)], module: 'app/site/contact.ts' },
    ...outcomePages(),
    '/government': { content: <GovernmentPage />, data: [faqPage(governmentQuestions)] },
    '/hospitals': { content: <HospitalsPage />, data: [faqPage(hospitalQuestions)] },
    '/pilot-project': { content: <PilotPage /> },
    '/careers': { content: <CareersPage />, data: jobPostings() },
    '/team': { content: <TeamPage /> },
    '/learn-more': { content: <LearnMorePage /> },
    '/how-it-works': { content: <HowItWorksPage />, data: [faqPage(howItWorksQuestions)] },
    '/terms': { content: <LegalText page={terms} /> },
    '/privacy': { content: <LegalText page={privacyPolicy} /> },
    '/cookies': { content: <CookiesPage /> },
    '/case-studies/fnb': { content: <FnbPage /> },
    '/case-studies/shopeasy': { content: <ShopeasyPage /> },
    '/confirmd': { content: <ConfirmdPage /> },
    '/lab/teach': { content: <LabTeachPage /> },
    '/landing': { content: <LandingPage characters={offered} wallets={wallets} /> },
    '/invitation': { content: <EndedInvitationPage form="unknown" /> },
    '/404': { content: <NotFoundPage /> },
  }
  return [
    ...pages.map((page) => ({ page, ...contents[page.path] })),
    ...characters
      .filter(({ id }) => id !== confirmedPersonSlug)
      .map((character) => ({
        page: characterPage(character),
        content: <CharacterLandingPage character={character} />,
      })),
  ]
}

function outcomePages(): Record<OutcomePath, PageContent> {
  const entries = contactOutcomes.map((outcome) => [
    contactOutcomePath(outcome),
    { content: <ContactOutcomePage outcome={outcome} /> },
  ])
  return Object.fromEntries(entries) as Record<OutcomePath, PageContent>
}

/** Variants of the page `/invitation` that the server returns for known invitations. */
export function openInvitations(wallets: readonly Wallet[]): (SitePage & { path: string })[] {
  const contents: Record<Exclude<InvitationForm, 'unknown'>, PageContent> = {
    connect: { content: <OpenInvitationPage form="connect" wallets={wallets} />, module: 'app/site/copy-links.ts' },
    proof: { content: <OpenInvitationPage form="proof" wallets={wallets} />, module: 'app/site/copy-links.ts' },
    used: { content: <EndedInvitationPage form="used" /> },
    expired: { content: <EndedInvitationPage form="expired" /> },
    answered: { content: <EndedInvitationPage form="answered" /> },
    elsewhere: { content: <EndedInvitationPage form="elsewhere" />, module: 'app/site/copy-links.ts' },
  }
  const page = pages.find(({ path }) => path === '/invitation')
  if (!page) throw new Error('The table of pages has no page for invitations')
  return Object.entries(contents).map(([form, content]) => ({
    page,
    ...content,
    path: invitationDocumentPath(form as InvitationForm),
  }))
}
