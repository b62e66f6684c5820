import { classNames } from '../../../ui/class-names.ts'
import { CredentialCard } from '../../../ui/credential-card.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Section } from '../blocks/section.tsx'
import type { CharacterShowcase } from './showcase.ts'
import { ShowcaseHero } from './showcase-hero.tsx'

/** The wallet showcase of one character, at `/{slug}`. */
export function CharacterLandingPage({ character }: { character: CharacterShowcase }) {
  const { id, name, type, description, image, starterCredentials, useCases } = character
  const firstName = name.split(' ')[0]
  const demo = `/demo/${id}`
  const [firstCredential] = starterCredentials
  const papers = starterCredentials.map((credential) => `the ${credential.name}`).join(' and ')
  return (
    <>
      <ShowcaseHero
        wide={{ title: `Walk a day with ${name}`, lead: description }}
        narrow={{
          title: `Be ${firstName} for five minutes`,
          lead: `Borrow the day of a ${type.toLowerCase()}. Tap Showcase, open a wallet and take ${firstName}’s papers with you.`,
        }}
        demo={demo}
        picture={
          <figure>
            <div className="flex items-end lg:block">
              {image ? (
                <img
                  src={image}
                  alt={`${name}, drawn.`}
                  width={400}
                  height={400}
                  className="h-auto w-[46%] max-w-64 rounded-panel lg:w-[78%] lg:max-w-none"
                />
              ) : null}
              {firstCredential ? (
                <div className="relative -mb-3 -ml-8 w-[66%] max-w-80 lg:mb-0 lg:ml-auto lg:-mt-24 lg:w-[84%] lg:max-w-88">
                  <CredentialCard {...firstCredential} headingLevel={2} />
                </div>
              ) : null}
            </div>
            <figcaption className="mt-7 lg:mt-4 lg:text-right text-tiny text-mute">
              {name} is made up for the demo. The signature on the card you receive is real.
            </figcaption>
          </figure>
        }
      />
      <Section
        tone="sand"
        title={`Where ${firstName} is asked`}
        lead={
          starterCredentials.length > 0 ? `First you receive ${papers} in your wallet. Then the day begins.` : undefined
        }
      >
        <ol>
          {useCases.map((useCase, index) => (
            <li key={useCase.id} className="grid grid-cols-[20px_1fr] gap-x-5">
              <div className="flex flex-col items-center gap-2 pt-2" aria-hidden="true">
                <span className="size-4 shrink-0 rounded-full border-4 border-forest" />
                {index < useCases.length - 1 ? <span className="dotted-path-down flex-1 text-amber" /> : null}
              </div>
              <div
                className={classNames(
                  'grid gap-x-12 md:grid-cols-[0.8fr_1.2fr]',
                  index < useCases.length - 1 && 'pb-9',
                )}
              >
                <div>
                  <h3 className="text-heading">{useCase.name}</h3>
                  {useCase.verifier ? <p className="font-semibold text-forest">{useCase.verifier}</p> : null}
                </div>
                <p className="mt-2 text-mute">{useCase.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Three things to watch for">
        <ul className="grid gap-x-10 gap-y-9 lg:grid-cols-3">
          {Object.entries(watchFor).map(([title, text]) => (
            <li key={title} className="border-t-4 border-amber pt-5">
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 text-mute">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction
        title={`${firstName}’s day is waiting.`}
        text="Use a wallet app on your phone, or the web wallet that opens in this browser. No account, no sign-up."
        actions={{ Showcase: demo, 'Somebody else’s day': '/landing' }}
      />
    </>
  )
}

const watchFor = {
  'The split': 'Before you agree, your wallet says which details would be shown. Count the ones that would not.',
  'The quiet issuer': 'The issuer of the card is not asked when you use it, and not told where.',
  'The honest no':
    'Begin a use case, and before you answer revoke its card on the dashboard in a second tab. A verifier that asks for it to be current turns you down.',
}
