import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function CareersPage() {
  return (
    <Hero
      title="Join Our Team"
      lead="We build wallets, issuers and verifiers on open standards."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
