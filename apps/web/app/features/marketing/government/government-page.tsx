import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

export function GovernmentPage() {
  return (
    <Hero
      title="Public records that people can carry"
      lead="An office signs a record once; any other office can check it, and the citizen decides when."
      actions={<Button to="/demo">Try Our Demo</Button>}
    />
  )
}
