import { contactOutcomePath, contactOutcomes } from '@lastmile/contracts/contact'
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { characterSummaries } from '../prerender/characters.ts'

/**
 * Every page of the site, in one table (specification, section 2). What the marketing pages say of themselves stands in
 * `packages/contracts/src/pages.ts`; each character of the content has a page of its own, `/{slug}`.
 */
export default [
  layout('routes/marketing.tsx', [
    index('routes/home.tsx'),
    route('personal', 'routes/personal.tsx'),
    route('business', 'routes/business.tsx'),
    route('about', 'routes/about.tsx'),
    route('contact', 'routes/contact.tsx'),
    ...contactOutcomes.map((outcome) =>
      route(contactOutcomePath(outcome), 'routes/contact-outcome.tsx', { id: `contact-${outcome}` }),
    ),
    route('government', 'routes/government.tsx'),
    route('careers', 'routes/careers.tsx'),
    route('team', 'routes/team.tsx'),
    route('learn-more', 'routes/learn-more.tsx'),
    route('how-it-works', 'routes/how-it-works.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('cookies', 'routes/cookies.tsx'),
    route('case-studies/fnb', 'routes/case-study-fnb.tsx'),
    route('case-studies/shopeasy', 'routes/case-study-shopeasy.tsx'),
    route('confirmd', 'routes/confirmd.tsx'),
    route('landing', 'routes/landing.tsx'),
    ...characterSummaries().map(({ id }) => route(id, 'routes/character-landing.tsx', { id: `landing-${id}` })),
  ]),
  layout('routes/showcase.tsx', [
    route('demo/confirmedPerson', 'routes/confirmed-person.tsx'),
    route('demo/:slug?', 'routes/demo.tsx'),
    route('dashboard', 'routes/dashboard.tsx'),
    route('uc/:slug', 'routes/use-case.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
