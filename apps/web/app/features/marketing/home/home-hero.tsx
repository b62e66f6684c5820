import { Button } from '../../../ui/button.tsx'
import { CredentialCard } from '../../../ui/credential-card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Hero } from '../blocks/hero.tsx'

const facts = [
  { title: 'Real cryptography', text: 'signed and checked, nothing staged' },
  { title: 'No account', text: 'no sign-up, no password' },
  { title: 'Open standards', text: 'wallets made by others work' },
] as const

export function HomeHero() {
  return (
    <Hero
      title="Prove who you are. Keep the rest to yourself."
      lead="Your papers, signed and kept in a wallet of your own. A shop, clinic or bank gets the one fact it needs, checked in seconds. Everything else stays with you: that’s self-sovereign identity."
      actions={
        <>
          <Button to="/demo">Try Our Demo</Button>
          <Button to="/confirmd" variant="ghost">
            Get Confirmed
          </Button>
        </>
      }
      picture={<Stage />}
    >
      <dl className="mt-11 grid gap-x-6 gap-y-4 sm:grid-cols-3">
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

const answers = [
  { fact: 'Still valid today', outcome: 'proved, not shown', shared: true },
  { fact: 'Not withdrawn since', outcome: 'proved, not shown', shared: true },
  { fact: 'Name, number and birthday', outcome: 'kept private', shared: false },
] as const

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
      <div className="relative -mt-3 ml-auto sm:-mt-5 w-[min(23.5rem,92%)] rounded-[18px] border border-line bg-paper p-5 shadow-lift">
        <h2 className="font-sans text-small font-semibold">ShopEasy asks: are you a student today?</h2>
        <ul className="mt-2.5">
          {answers.map((answer) => (
            <li
              key={answer.fact}
              className="grid grid-cols-[20px_1fr] items-center gap-x-2.5 border-t border-line py-2.5 text-small last:pb-0 sm:grid-cols-[20px_1fr_auto]"
            >
              <Icon
                name={answer.shared ? 'tick' : 'lock'}
                size={18}
                className={answer.shared ? 'text-forest' : 'text-mute'}
              />
              <span>{answer.fact}</span>
              <span
                className={`text-tiny max-sm:col-start-2 ${answer.shared ? 'font-semibold text-forest' : 'text-mute'}`}
              >
                {answer.outcome}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="mt-4 ml-auto w-[min(23.5rem,92%)] text-tiny text-mute">
        Amina, Unity College and ShopEasy are made up for the demo. The signature and the check are real.
      </figcaption>
    </figure>
  )
}
