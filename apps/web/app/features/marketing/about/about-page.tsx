import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function AboutPage() {
  return (
    <Hero
      title="The last mile is a person"
      lead="A signed record is worth little until the person it is about can use it. We build the part that reaches them."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
