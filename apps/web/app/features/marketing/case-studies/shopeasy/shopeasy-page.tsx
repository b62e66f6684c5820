import { Button } from '../../../../ui/button.tsx'
import { Hero } from '../../blocks/hero.tsx'

export function ShopeasyPage() {
  return (
    <Hero
      title="A student price without a name"
      lead="ShopEasy is made up. This illustrative example shows how a shop could check that a customer is a student and learn nothing else."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
