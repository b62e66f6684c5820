import { Button } from '../../../ui/button.tsx'
import { Comparison } from './comparison.tsx'
import { Foundations } from './foundations.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Reasons } from './reasons.tsx'

/** The front door: what this is, why it matters, how it works, and the way into the demo. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Reasons />
      <HowItWorks />
      <Comparison />
      <Foundations />
      <section className="overflow-hidden bg-sand pt-[clamp(48px,7vw,96px)]" aria-labelledby="closing">
        <div className="wrap text-center">
          <h2 id="closing" className="text-title">
            See it with your own wallet.
          </h2>
          <p className="mx-auto mt-4 max-w-[44ch] text-lead text-mute">
            Pick a character, accept real credentials and use them where they would. It takes about five minutes.
          </p>
          <Button to="/demo" size="large" className="mt-8">
            Try Our Demo
          </Button>
        </div>
        <img
          src="/illustrations/street.svg"
          alt=""
          width={1200}
          height={410}
          loading="lazy"
          className="mx-auto mt-8 h-64 w-full max-w-[86rem] object-cover px-0 sm:h-auto sm:px-[clamp(20px,4vw,40px)]"
        />
      </section>
    </>
  )
}
