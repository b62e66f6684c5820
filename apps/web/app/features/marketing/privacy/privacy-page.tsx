import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function PrivacyPage() {
  return (
    <Hero
      title="Privacy Policy"
      lead="The demo works without an account, and what your wallet holds stays in your wallet."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
