import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the site, in one table (specification, section 2). */
export default [
  layout('routes/marketing.tsx', [index('routes/home.tsx')]),
  layout('routes/showcase.tsx', [
    route('demo/:slug?', 'routes/demo.tsx'),
    route('dashboard', 'routes/dashboard.tsx'),
    route('uc/:slug', 'routes/use-case.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
