import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function LearnMorePage() {
  return (
    <Hero
      title="Verifiable credentials in plain words"
      lead="A verifiable credential is a record that its issuer signed and that you keep. Whoever you show it to can check the signature without asking the issuer."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
