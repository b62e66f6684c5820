import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function ConfirmdPage() {
  return (
    <Hero
      title="Get Confirmed"
      lead="ConfirmedPerson is the credential that says who you are. Its issuing is still being built; the demo shows how credentials work."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
