import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function PersonalPage() {
  return (
    <Hero
      title="Your papers, in your own hands"
      lead="Keep credentials in a wallet on your own device, show one fact at a time, and let the other side check it in seconds."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
