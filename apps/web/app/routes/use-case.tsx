import { brand } from '@lastmile/contracts/constants'
import type { MetaFunction } from 'react-router'

export const meta: MetaFunction = () => [{ title: `UseCase | ${brand}` }, { name: 'robots', content: 'noindex' }]

export default function UseCase() {
  return <h1>UseCase</h1>
}
