import type { CharacterSummary } from '@lastmile/contracts/pages'
import { Button } from '../../../ui/button.tsx'
import { Hero } from '../blocks/hero.tsx'

/** The wallet showcase: at `/landing` for everybody, at `/{slug}` for one character. */
export function LandingPage({ character }: { character?: CharacterSummary }) {
  return (
    <Hero
      kicker={character?.type}
      title={character ? `Walk a day with ${character.name}` : 'A wallet for what is true about you'}
      lead={character?.description ?? 'Pick a character, receive real credentials and use them where they would.'}
      actions={
        <>
          <Button to={character ? `/demo/${character.id}` : '/demo'}>Showcase</Button>
          <Button to="/confirmd" variant="ghost">
            Get Confirmed Person
          </Button>
        </>
      }
    />
  )
}
