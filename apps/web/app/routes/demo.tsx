import { brand } from '@lastmile/contracts/constants'
import type { MetaFunction } from 'react-router'

export const meta: MetaFunction = () => [{ title: `Demo | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default function Demo() {
  return <h1>Demo</h1>
}
