import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { WalletOutlook } from '../../../ui/wallet-outlook.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import type { CharacterShowcase, Showcase } from './showcase.ts'
import { ShowcaseHero } from './showcase-hero.tsx'

/** The wallet showcase for all visitors, at `/landing`. */
export function LandingPage({ characters, wallets }: Showcase) {
  return (
    <>
      <ShowcaseHero
        wide={{
          title: 'A wallet for what is true about you',
          lead: 'A student card, a permit, a membership: signed by the college, office or club that knows you, kept by you, shown one detail at a time. Borrow a character and try it, with the wallet in this browser or with your own.',
        }}
        narrow={{
          title: 'Your papers, in your pocket',
          lead: 'You are holding the right device. Open the web wallet or add a wallet app, and the first card is yours in a minute or two.',
        }}
        demo="/demo"
        picture={
          <img
            src="/illustrations/wallet-in-hand.svg"
            alt="A hand holds a phone with two credentials and a request on it. Dotted paths lead to a bank, a shop and a clinic."
            width={640}
            height={640}
            className="h-auto w-full rounded-panel max-md:mx-auto max-md:max-w-[26rem]"
          />
        }
      />
      <Section
        tone="sand"
        title="Whose day shall it be?"
        lead="Each character has papers to receive and places that ask for them. The people are made up, the proofs are real."
      >
        <ul className="grid gap-5 lg:grid-cols-3 lg:gap-7">
          {characters.map((character) => (
            <li key={character.id}>
              <CharacterCard character={character} />
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Bring a wallet that you like"
        lead="We have no app of our own in the stores. These were made by others, for iOS and Android, and name the open standards that the demo speaks. We have tried none of them on a phone yet: what we know of each unfolds."
      >
        <ul className="grid gap-5 sm:grid-cols-2">
          {wallets.map(({ id, name, icon, organization, outlook, tried }) => (
            <li key={id} className="flex items-start gap-4 border-t border-line pt-5">
              <img src={icon} alt="" width={48} height={48} loading="lazy" className="size-12" />
              <div>
                <p className="font-semibold">{name}</p>
                <p className="text-small text-mute">{organization}</p>
                <WalletOutlook outlook={outlook} tried={tried} />
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction
        title="Put it to work."
        text="About five minutes, no account, and nothing to pay."
        actions={{ Showcase: '/demo' }}
        picture={<StreetPicture />}
      />
    </>
  )
}

function CharacterCard({ character }: { character: CharacterShowcase }) {
  const { id, name, type, description, image, starterCredentials, useCases } = character
  return (
    <article className="relative flex h-full gap-5 rounded-panel border border-line bg-paper p-[clamp(16px,2vw,24px)] max-sm:flex-col lg:flex-col">
      {image ? (
        <img
          src={image}
          alt=""
          width={400}
          height={400}
          loading="lazy"
          className="size-28 shrink-0 rounded-card sm:size-40"
        />
      ) : null}
      <div className="flex flex-1 flex-col items-start">
        <h3 className="text-heading">{name}</h3>
        <p className="font-semibold text-forest">{type}</p>
        <p className="mt-2 text-small text-mute">{description}</p>
        <p className="mt-3 text-small">
          <span className="font-semibold">Receives </span>
          {starterCredentials.map((credential) => credential.name).join(' and ')}
        </p>
        <p className="text-small">
          <span className="font-semibold">Then </span>
          {useCases.length === 1 ? 'one place asks' : `${useCases.length} places ask`}
        </p>
        <Button to={`/${id}`} variant="quiet" className="mt-auto pt-3">
          Walk a day with {name.split(' ')[0]}
          <Icon name="next" size={18} />
        </Button>
      </div>
    </article>
  )
}
