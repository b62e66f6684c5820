import { onShortWay } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { visitsOf } from '../../../site/go-on.ts'
import { Button } from '../../../ui/button.tsx'
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
  const [first] = characters
    .filter(({ hidden }) => !hidden)
    .sort((one, other) => one.starterCredentials.length - other.starterCredentials.length)
  const short = first && { to: onShortWay(`/demo/${first.id}`), text: `As ${first.name}: one card, one proof.` }
  return (
    <Hero
      title="Prove who you are. Keep the rest to yourself."
      lead="A shop, clinic or bank gets the one fact it needs, checked in seconds. Everything else stays with you."
      picture={<Stage />}
    >
      {/* With a visit in this browser, the script leads back to it, and to another character. */}
      <ul
        className="mt-6 grid gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)] lg:mt-8"
        data-go-on={visitsOf(characters)}
      >
        {short ? (
          <Start to={short.to} text={short.text} isMain>
            Try it in 60 seconds
          </Start>
        ) : null}
        <Start to="/demo" text="Choose a person, and use their papers where they would.">
          Try Our Demo
        </Start>
        <Start to="/confirmd" text="Make up a passport, and carry it as a card.">
          Get Confirmed
        </Start>
      </ul>
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

interface StartProps {
  to: string
  /** Says in half a line what the visitor gets. */
  text: string
  isMain?: boolean
  children: ReactNode
}

const Start = ({ to, text, isMain = false, children }: StartProps) => (
  <li className="grid items-center gap-y-1.5 sm:col-span-2 sm:grid-cols-subgrid">
    <Button to={to} variant={isMain ? 'primary' : 'ghost'}>
      {children}
    </Button>
    <p className="text-small text-balance text-mute">{text}</p>
  </li>
)

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
          proved={['Still valid today', 'Not revoked']}
          kept={['Name, number and birthday']}
        />
      </div>
      <figcaption className="mt-4 ml-auto w-[min(23.5rem,92%)] text-tiny text-mute">
        Amina, Unity College and ShopEasy are made up for the demo. The signature and the check are real.
      </figcaption>
    </figure>
  )
}
