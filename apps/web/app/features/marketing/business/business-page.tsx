import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function BusinessPage() {
  return (
    <Hero
      title="Check what matters. Keep nothing else."
      lead="Issue credentials that your customers carry themselves, and check the ones they bring you without keeping copies of their papers."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
