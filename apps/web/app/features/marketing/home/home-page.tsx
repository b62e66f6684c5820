import { demoClearedId, labPath, walletPath } from '@lastmile/contracts/site'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { CardGrid } from '../blocks/card-grid.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import type { CharacterShowcase } from '../landing/showcase.ts'
import { Comparison } from './comparison.tsx'
import { Foundations } from './foundations.tsx'
import { HomeHero } from './home-hero.tsx'
import { reasons } from './reasons.tsx'

const steps = [
  {
    title: 'Receive',
    text: 'Scan a code with the wallet on your phone, or open the one in your browser. A college, registry or employer signs your credential and sends it over a connection that only your wallet can read.',
  },
  {
    title: 'Hold',
    text: 'It stays in your wallet. You see every detail of it, and the issuer takes no part when you use it.',
  },
  {
    title: 'Prove',
    text: 'A verifier asks. Your wallet shows what would be shared and what would not, and answers only when you agree.',
  },
] as const

/** The home page: what this is, why it matters, how it works, and the way into the demo. */
export function HomePage({ characters }: { characters: readonly CharacterShowcase[] }) {
  return (
    <>
      {/* For who comes from a demo that ended here: the browser shows what the address points to. */}
      <div id={demoClearedId} className="hidden scroll-mt-19 border-b border-line bg-leaf-soft target:block">
        <p className="wrap py-3 text-small">
          The demo is cleared from this browser. Cards stay in your wallet unless you took them out.{' '}
          <a href={walletPath} className="font-semibold underline decoration-1 underline-offset-4 hover:decoration-2">
            Open the web wallet
          </a>
        </p>
      </div>
      <HomeHero characters={characters} />
      <Section tone="sand" title="Why choose a digital trust wallet">
        <CardGrid cards={reasons} />
      </Section>
      <Section id="how-it-works" title="How it works">
        <NumberedPath steps={steps} />
      </Section>
      <Comparison />
      <Foundations />
      <CallToAction
        title="See it with your own wallet."
        text="Pick a character, accept their papers as real credentials and use them where they are asked for. It takes about five minutes."
        actions={{ 'Try Our Demo': '/demo', 'Try to break it': labPath }}
        picture={<StreetPicture />}
      />
    </>
  )
}
