import { ConfirmedPersonScreen } from '../features/confirmed-person/confirmed-person-screen.tsx'
import { noindex } from '../metadata/page-meta.ts'

/** Its title is the specification's, without the brand (section 2). */
export const meta = () => [{ title: 'Confirmed Person' }, noindex]

export default function ConfirmedPerson() {
  return <ConfirmedPersonScreen />
}
