import { brand } from '@lastmile/contracts/constants'
import type { MetaFunction } from 'react-router'

export const meta: MetaFunction = () => [{ title: `Dashboard | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default function Dashboard() {
  return <h1>Dashboard</h1>
}
