import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function TermsPage() {
  return (
    <Hero
      title="Terms and Conditions"
      lead="Effective May 1, 2024. No account is needed to use this site."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
