import { brand } from './constants.ts'
import { type ContactOutcome, contactOutcomePath, contactOutcomeTexts } from './contact.ts'

/**
 * The site's pages (specification, section 2): what routes, prerendering, the server, breadcrumbs, metadata, social
 * images, `sitemap.xml` and the tests all read. Like the constants it brings no validation library.
 */
export interface Page<Path extends string = string> {
  readonly path: Path
  /** Where the page goes by a short name: breadcrumbs, menus. */
  readonly name: string
  /** Of the document. */
  readonly title: string
  /** One or two sentences for search results and shared links. */
  readonly description: string
  /** Path of the page above it in the breadcrumbs; none above the home page. */
  readonly parent: string | undefined
  /** Words on the picture that stands for the page where a link to it is shared. */
  readonly socialText: string
  /** Whether search engines shall list it: it is in `sitemap.xml` then. */
  readonly isIndexed: boolean
}

type Details = Partial<Omit<Page, 'path' | 'name' | 'description'>>

function page<const Path extends string>(
  path: Path,
  name: string,
  description: string,
  details: Details = {},
): Page<Path> {
  return {
    path,
    name,
    title: `${name} | ${brand}`,
    description,
    parent: '/',
    socialText: name,
    isIndexed: true,
    ...details,
  }
}

/** Where the contact form leads without JavaScript: nobody needs to find it. */
const outcomePage = <const Outcome extends ContactOutcome>(outcome: Outcome, name: string) =>
  page(contactOutcomePath(outcome), name, contactOutcomeTexts[outcome], { parent: '/contact', isIndexed: false })

export const pages = [
  page(
    '/',
    'Home',
    'See how verifiable credentials work: receive real ones in your own wallet, prove one fact and keep the rest to yourself.',
    { title: brand, parent: undefined, socialText: 'Prove who you are. Keep the rest to yourself.' },
  ),
  page(
    '/personal',
    'Personal',
    'A digital trust wallet for your own papers: keep credentials on your device, share one fact at a time, be checked in seconds.',
    { title: `Personal solutions | ${brand}`, socialText: 'Your papers, in your own hands.' },
  ),
  page(
    '/business',
    'Business',
    'Issue credentials that cannot be forged and check the ones your customers hold in seconds, without keeping copies of their papers.',
    { title: `Business solutions | ${brand}`, socialText: 'Check what matters. Keep nothing else.' },
  ),
  page(
    '/about',
    'About Us',
    'Why we work on the last mile of digital identity, from a signed record to the person who needs it, and what we hold ourselves to.',
    { socialText: 'The last mile of digital identity.' },
  ),
  page(
    '/contact',
    'Contact',
    'Ask a question, arrange a demo or tell us what does not work. The team typically responds within 24 hours.',
    { socialText: 'Talk to us.' },
  ),
  outcomePage('sent', 'Message received'),
  outcomePage('kept', 'Message kept'),
  outcomePage('not-valid', 'Message incomplete'),
  outcomePage('too-many', 'Too many messages'),
  outcomePage('not-sent', 'Message not sent'),
  page(
    '/government',
    'Government',
    'Public records that citizens carry and offices can check: signed, private, built on open standards and open to inspection.',
    { socialText: 'Public records that people can carry.' },
  ),
  page(
    '/careers',
    'Careers',
    'Join the team that builds wallets, issuers and verifiers on open standards. See the open positions and how to get in touch.',
    { socialText: 'Join our team.' },
  ),
  page('/team', 'Team', 'The roles behind a digital trust wallet, and how the people in them work together.', {
    parent: '/about',
    socialText: 'The team.',
  }),
  page(
    '/learn-more',
    'Learn more',
    'Issuers, holders, verifiers, predicates and revocation in plain words: what a verifiable credential is and what it is not.',
    { socialText: 'Verifiable credentials in plain words.' },
  ),
  page(
    '/how-it-works',
    'How it works',
    'From an invitation to a checked proof: what your wallet, the issuer and the verifier do at each step, and who learns what.',
    { socialText: 'From invitation to proof, step by step.' },
  ),
  page('/terms', 'Terms', 'Terms and Conditions of Last Mile Digital Solutions, effective May 1, 2024.', {
    title: `Terms and Conditions | ${brand}`,
    socialText: 'Terms and Conditions',
  }),
  page(
    '/privacy',
    'Privacy',
    'Privacy Policy of Last Mile Digital Solutions: what this site records, what it never sees, and how long anything is kept.',
    { title: `Privacy Policy | ${brand}`, socialText: 'Privacy Policy' },
  ),
  page(
    '/cookies',
    'Cookies',
    'Cookies Policy of Last Mile Digital Solutions: which cookies and browser storage this site uses, for how long, and your choices.',
    { title: `Cookies Policy | ${brand}`, socialText: 'Cookies Policy' },
  ),
  page(
    '/case-studies/fnb',
    'Case study: FNB',
    'An illustrative example: how the fictional First Neighbourhood Bank could open an account from credentials instead of photocopies.',
    {
      title: `Case study: First Neighbourhood Bank | ${brand}`,
      parent: '/business',
      socialText: 'Case study: an account without photocopies.',
    },
  ),
  page(
    '/case-studies/shopeasy',
    'Case study: ShopEasy',
    'An illustrative example: how the fictional shop ShopEasy could give a student price without learning who the student is.',
    {
      title: `Case study: ShopEasy | ${brand}`,
      parent: '/business',
      socialText: 'Case study: a student price without a name.',
    },
  ),
  page(
    '/landing',
    'Wallet showcase',
    'Try a digital trust wallet: pick a character, receive real credentials and use them in a shop, a library and a bank.',
    { socialText: 'A wallet for what is true about you.' },
  ),
  page(
    '/confirmd',
    'Get Confirmed',
    'The ConfirmedPerson credential: what it is, what you will be asked for, and what stays on your own device.',
    { socialText: 'Get confirmed.' },
  ),
  page('/404', 'Page not found', 'There is no page at this address.', { isIndexed: false }),
] as const

export type PagePath = (typeof pages)[number]['path']

/** What a page about a character needs to know of it; the API's form of a character has it all. */
export interface CharacterSummary {
  /** The slug. */
  readonly id: string
  readonly name: string
  readonly type: string
  readonly description: string
  readonly hidden: boolean
}

/** `/{slug}`: the wallet showcase landing page of one character. */
export function characterPage({ id, name, type, description, hidden }: CharacterSummary): Page {
  return page(`/${id}`, name, description, {
    title: `${name}, ${type.toLowerCase()} | ${brand}`,
    parent: '/landing',
    socialText: `Walk a day with ${name}.`,
    isIndexed: !hidden,
  })
}

/** The page and those above it, home first. */
export function breadcrumbs(page: Page): Page[] {
  const above: Page | undefined = pages.find(({ path }) => path === page.parent)
  return above ? [...breadcrumbs(above), page] : [page]
}

/** Address of the picture that stands for the page where a link to it is shared. */
export function socialImagePath(path: string): string {
  return `/social/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}

/** Pages of the application: they live in the browser and are not for search engines. Below `/demo` and `/uc` are more. */
export const appPaths = ['/demo', '/dashboard'] as const

/** Stands in the built pages for the address that only the server knows: its public URL. */
export const originPlaceholder = 'https://public-url.invalid'
