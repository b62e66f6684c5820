import { Button } from '../../../../ui/button.tsx'
import { Hero } from '../../blocks/hero.tsx'

export function FnbPage() {
  return (
    <Hero
      title="An account without photocopies"
      lead="First Neighbourhood Bank is made up. This illustrative example shows how a bank could open an account from credentials."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
