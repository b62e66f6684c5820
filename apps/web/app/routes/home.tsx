import { brand } from '@lastmile/contracts/constants'
import type { MetaFunction } from 'react-router'
import { HomePage } from '../features/marketing/home/home-page.tsx'

export const meta: MetaFunction = () => [
  { title: brand },
  {
    name: 'description',
    content:
      'See how verifiable credentials work: receive real ones in your own wallet, prove one fact and keep the rest to yourself.',
  },
]

export default HomePage
