import { originPlaceholder } from '@lastmile/contracts/pages'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

/** A layout's words; the wide and the narrow one differ. */
interface Wording {
  title: string
  lead: string
}

interface ShowcaseHeroProps {
  wide: Wording
  narrow: Wording
  /** Target of 'Showcase'. */
  demo: string
  picture: ReactNode
}

/**
 * The wallet showcase's hero (docs/product.md, section 2). 'Get to know us' is a link that leaves the page in the
 * wide layout, and plain text without an action in the narrow one.
 */
export function ShowcaseHero({ wide, narrow, demo, picture }: ShowcaseHeroProps) {
  return (
    <section className="wrap pt-[clamp(16px,4vw,56px)] pb-[clamp(48px,7vw,104px)] md:grid md:grid-cols-[1.05fr_0.95fr] md:items-center md:gap-x-[clamp(32px,5vw,80px)]">
      <div className="md:order-last">{picture}</div>
      <div className="max-md:mt-8">
        <p className="mb-3 font-semibold text-forest">Wallet showcase</p>
        <h1 className="text-display md:max-lg:text-[2.75rem]">
          <span className="lg:hidden">{narrow.title}</span>
          <span className="max-lg:hidden">{wide.title}</span>
        </h1>
        <p className="mt-5 max-w-[34em] text-lead text-mute">
          <span className="lg:hidden">{narrow.lead}</span>
          <span className="max-lg:hidden">{wide.lead}</span>
        </p>
        <div className="mt-8 flex flex-col gap-3.5 sm:flex-row sm:flex-wrap">
          <Button to={demo} size="large">
            Showcase
          </Button>
          <Button to="/confirmd" variant="ghost" size="large">
            Get Confirmed Person
          </Button>
          <Button href={`${originPlaceholder}/about`} target="_blank" variant="quiet" className="max-lg:hidden lg:ml-2">
            Get to know us
          </Button>
        </div>
        <div className="mt-9 border-t border-line pt-5 lg:hidden">
          <p className="font-semibold">Get to know us</p>
          <p className="mt-1 text-small text-mute">
            Last Mile Digital Solutions works on the last stretch of digital identity: from the office that knows
            something about you to your own hand.
          </p>
        </div>
      </div>
    </section>
  )
}
