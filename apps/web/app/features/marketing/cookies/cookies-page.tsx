import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function CookiesPage() {
  return (
    <Hero
      title="Cookies Policy"
      lead="Which cookies and browser storage this site uses, for how long, and what you can choose."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
