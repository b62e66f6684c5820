import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function TeamPage() {
  return (
    <Hero
      title="The team"
      lead="The roles it takes to build a digital trust wallet."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
