import { visitsOf } from '../../../site/go-on.ts'
import { CredentialCard } from '../../../ui/credential-card.tsx'
import { Hero } from '../blocks/hero.tsx'
import { RequestTicket } from '../blocks/request-ticket.tsx'
import type { Showcase } from '../landing/showcase.ts'

const facts = [
  { title: 'Real cryptography', text: 'signed and checked, nothing staged' },
  { title: 'No account', text: 'no sign-up, no password' },
  { title: 'Open standards', text: 'made for wallets of any maker' },
] as const

export function HomeHero({ characters }: Pick<Showcase, 'characters'>) {
  return (
    <Hero
      title="Prove who you are. Keep the rest to yourself."
      lead="Your papers, signed and kept in a wallet of your own. A shop, clinic or bank gets the one fact it needs, checked in seconds. Everything else stays with you: that’s self-sovereign identity."
      actions={{ 'Try Our Demo': '/demo', 'Get Confirmed': '/confirmd' }}
      picture={<Stage />}
    >
      {/* With a visit in this browser, the script leads back to it, and from here to another character. */}
      <p className="mt-4 min-h-7" data-go-on={visitsOf(characters)}>
        <a
          href={shortWayOf(characters)}
          className="font-semibold text-forest underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Or in 60 seconds: one card, one proof
        </a>
      </p>
      <dl className="mt-7 grid gap-x-6 gap-y-4 sm:grid-cols-3">
        {facts.map((fact) => (
          <div key={fact.title}>
            <dt className="font-semibold">{fact.title}</dt>
            <dd className="text-small text-balance text-mute">{fact.text}</dd>
          </div>
        ))}
      </dl>
    </Hero>
  )
}

/** The character with the fewest credentials, at the way of one of them. */
function shortWayOf(characters: Showcase['characters']): string {
  const [first] = characters
    .filter(({ hidden }) => !hidden)
    .sort((one, other) => one.starterCredentials.length - other.starterCredentials.length)
  return first ? `/demo/${first.id}?way=short` : '/demo'
}

/** The student's first use case of the demo in one picture. */
function Stage() {
  return (
    <figure>
      <div className="lg:pr-[14%]">
        <CredentialCard
          issuer="Unity College"
          name="Student Card"
          headingLevel={2}
          attributes={[
            { label: 'Name', value: 'Amina Bello' },
            { label: 'Student number', value: 'UC-2023-04817' },
          ]}
          // Leaves room for the request on its foot.
          className="pb-10"
        />
      </div>
      <div className="relative -mt-3 ml-auto w-[min(23.5rem,92%)] sm:-mt-5">
        <RequestTicket
          title="ShopEasy asks: are you a student today?"
          headingLevel={2}
          proved={['Still valid today', 'Not revoked since']}
          kept={['Name, number and birthday']}
        />
      </div>
      <figcaption className="mt-4 ml-auto w-[min(23.5rem,92%)] text-tiny text-mute">
        Amina, Unity College and ShopEasy are made up for the demo. The signature and the check are real.
      </figcaption>
    </figure>
  )
}
