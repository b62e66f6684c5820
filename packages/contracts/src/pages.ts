import type { Character } from './character.ts'
import { type ContactOutcome, contactOutcomePath } from './contact.ts'
import { brand, confirmedPersonPath, labExperiments, labPath, walletPath } from './site.ts'

/**
 * The site's pages (docs/product.md, section 2): what routes, prerendering, the server, breadcrumbs, metadata, social
 * images, `sitemap.xml` and the tests all read. Like the constants it brings no validation library.
 */
export interface Page<Path extends string = string> {
  readonly path: Path
  /** Where the page goes by a short name: breadcrumbs, menus. */
  readonly name: string
  /** The document's title. */
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

/** Where the contact form leads without JavaScript: search engines need not find it. */
const outcomePage = <const Outcome extends ContactOutcome>(outcome: Outcome, name: string) =>
  page(contactOutcomePath(outcome), name, `${name}: what became of the words that you wrote to our team.`, {
    parent: '/contact',
    isIndexed: false,
  })

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
    'Keep your papers in a wallet of your own and show one detail at a time: at the bank, the clinic and the next job. Checked in seconds.',
    { title: `Personal solutions | ${brand}`, socialText: 'Your papers, in your own hands.' },
  ),
  page(
    '/business',
    'Business',
    'What a proof request brings, beside what you store today: tools to issue, ask and withdraw, a question for each of six industries, two cases.',
    { title: `Business solutions | ${brand}`, socialText: 'Check what matters. Keep nothing else.' },
  ),
  page(
    '/about',
    'About Us',
    'Our mission, values that you can check for yourself, and our leadership: the last mile of digital identity, from the drawer to your hand.',
    { socialText: 'The last mile is a person.' },
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
    'One citizen, one credential, three offices: public records that people carry and any window can check, with no file of who went where.',
    { socialText: 'Public records that people can carry.' },
  ),
  page(
    '/hospitals',
    'Hospitals',
    'Three questions at a hospital: who has an appointment, who may nurse tonight, who may open the cabinet. What each desk sees, and what it never gets.',
    {
      title: `Hospitals and clinics | ${brand}`,
      parent: '/business',
      socialText: 'The right patient, the right nurse.',
    },
  ),
  page(
    '/pilot-project',
    'A pilot',
    'Two to four weeks: what you get, who holds which keys, what is stored for how long, where it runs, which wallets it speaks to, and what it leaves out.',
    { title: `What a pilot is | ${brand}`, parent: '/business', socialText: 'What a pilot is.' },
  ),
  page(
    '/careers',
    'Careers',
    'Join a team that builds issuers and verifiers on open standards: why work with us, and two example positions, full-stack and DevOps.',
    { socialText: 'Join our team.' },
  ),
  page(
    '/team',
    'Team',
    'The jobs behind a service that issues and checks credentials, what each answers for, and how something gets made.',
    { parent: '/about', socialText: 'The work, and who does it.' },
  ),
  page(
    '/learn-more',
    'In plain words',
    'What is in a verifiable credential, four things that it is not, and the words of the field, each in a sentence or two.',
    { title: `Credentials in plain words | ${brand}`, socialText: 'Verifiable credentials in plain words.' },
  ),
  page(
    '/how-it-works',
    'How it works',
    'One errand from the first scan to the checked proof: who learns what at each step, what a predicate is, and how a card is withdrawn.',
    { socialText: 'Three take part. You stand in the middle.' },
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
    'An illustrative example: a made-up bank opens an account from two credentials. What it sees, what it never gets, and the request in full.',
    {
      title: `Case study: First Neighbourhood Bank | ${brand}`,
      parent: '/business',
      socialText: 'Case study: an account without photocopies.',
    },
  ),
  page(
    '/case-studies/shopeasy',
    'Case study: ShopEasy',
    'An illustrative example: a made-up shop gives a student price without a name. The receipt, the question, and five ways to cheat.',
    {
      title: `Case study: ShopEasy | ${brand}`,
      parent: '/business',
      socialText: 'Case study: a student price without a name.',
    },
  ),
  page(
    '/lab/teach',
    'Teaching with the lab',
    'Two lessons in which a class tries to link and to forge digital cards: step by step, in 20 and 45 minutes, with questions and answers.',
    { parent: '/learn-more', socialText: 'Two lessons in the lab.' },
  ),
  page(
    '/landing',
    'Wallet showcase',
    'Try a digital trust wallet: borrow a character, receive real credentials in this browser or in a wallet app you like, and use them where they are asked for.',
    { socialText: 'A wallet for what is true about you.' },
  ),
  page(
    '/confirmd',
    'Get Confirmed',
    'The Confirmed Person credential and its nine details: what it says, what you will be asked for, and what stays on your own device.',
    { socialText: 'Nine details that say who you are.' },
  ),
  page('/invitation', 'Invitation', 'An invitation to a wallet: who invites to what, and ways to open it.', {
    isIndexed: false,
  }),
  page('/404', 'Page not found', 'There is no page at this address.', { isIndexed: false }),
] as const

export type PagePath = (typeof pages)[number]['path']

/** The part of a character that a page about it needs; the API's form has all of it. */
export type CharacterSummary = Readonly<Pick<Character, 'id' | 'name' | 'type' | 'description' | 'hidden'>>

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

/** The application's pages, which are not for search engines. Below `/demo` and `/uc` are more. */
export const appPaths = [
  '/demo',
  confirmedPersonPath,
  '/dashboard',
  walletPath,
  labPath,
  ...labExperiments.map((experiment) => `${labPath}/${experiment}`),
] as const

/** Stands in the built pages for the address that only the server knows: its public URL. */
export const originPlaceholder = 'https://public-url.invalid'

/** Stands in the sheet for teachers for the picture of the lab’s address, a QR code. */
export const labCodePlaceholder = '{{labCode}}'

/**
 * The forms of an invitation's page (`/i/{id}`, `/?oob=…`), and of the page that a wallet leads back to. Each is a
 * document of its own; `unknown` is the page `/invitation`, the others only the server hands out.
 */
export const invitationForms = ['connect', 'proof', 'used', 'expired', 'elsewhere', 'answered', 'unknown'] as const
export type InvitationForm = (typeof invitationForms)[number]

export const invitationDocumentPath = (form: InvitationForm) =>
  form === 'unknown' ? '/invitation' : `/__invitations/${form}`

/** Stand in the documents of open invitations for what only the server knows. */
export const invitationPlaceholders = {
  /** The inviter's label, or the title of a proof request. */
  label: '{{label}}',
  /** The items of a proof request. */
  wanted: '{{wanted}}',
  /** The part of the invitation's long address after `?`, with which wallets are opened. */
  query: '{{query}}',
  /** The short address, to copy. */
  address: '{{address}}',
  /** Where the picture of the code goes. */
  code: '{{code}}',
  /** The phones that can scan it, and the server's address. */
  reach: '{{reach}}',
  host: '{{host}}',
} as const
