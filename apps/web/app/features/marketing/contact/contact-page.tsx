import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function ContactPage() {
  return (
    <Hero
      title="Talk to us"
      lead="Ask a question or tell us what does not work. The team typically responds within 24 hours."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
