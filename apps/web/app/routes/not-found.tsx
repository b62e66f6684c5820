import { brand } from '@lastmile/contracts/constants'
import type { MetaFunction } from 'react-router'
import { NotFoundPage } from '../features/marketing/not-found/not-found-page.tsx'

export const meta: MetaFunction = () => [{ title: `Page not found | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default NotFoundPage
