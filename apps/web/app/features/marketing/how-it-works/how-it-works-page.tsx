import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function HowItWorksPage() {
  return (
    <Hero
      title="How it works"
      lead="Your wallet connects with an issuer, receives a credential, and later answers a verifier, only when you agree."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
