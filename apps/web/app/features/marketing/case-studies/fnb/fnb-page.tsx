import { classNames } from '../../../../ui/class-names.ts'
import { CallToAction } from '../../blocks/call-to-action.tsx'
import { Hero } from '../../blocks/hero.tsx'
import { Quotation, type Quote } from '../../blocks/quotation.tsx'
import { Section } from '../../blocks/section.tsx'
import { ExampleNote } from '../example-note.tsx'
import { AccountFile } from './account-file.tsx'
import bankHall from './bank-hall.svg'
import { TheRequest } from './the-request.tsx'

const tasks = {
  'The registry and the market association':
    'Sign what they already have in their books. One credential definition each, and a way to revoke.',
  'The account team': 'Goes through the paper form and decides, box by box: see it, hear a yes to it, or drop it.',
  Compliance: 'Says which details the rules oblige the bank to see and to keep. The request asks for those and stops.',
  'The bank’s systems':
    'Send the request, listen for the answer, and write the three details into the account. Then they issue the bank’s own card.',
  'The people at the counter':
    'Put a code where the tray for papers was, and keep a chair for everybody who comes with the folder.',
}

const manager: Quote = {
  words: 'The heaviest thing in my branch was a cabinet. Nobody had ever opened it to help a customer.',
  name: 'Folake Ojo',
  role: 'Branch manager',
}

/** Case study: a fictional bank's account file, with its contents and its gaps. */
export function FnbPage() {
  return (
    <>
      <Hero
        split
        kicker="Case study: First Neighbourhood Bank"
        title="An account without photocopies"
        lead="Ngozi sells cloth at stall B-117 and needs a business account. The bank needs to know that the business exists, that it is hers, and that she may open one. Neither of them needs the folder."
        actions={{ 'Run it yourself': '/demo/small-business-owner', 'All business solutions': '/business' }}
      >
        <ExampleNote>
          The bank, Ngozi and both offices are made up, and nothing here was measured. The credentials, the request and
          the check are real: they are a use case of our demo, told as it is with AnonCreds. By OpenID4VC the bank also
          sees the names on the permit, to compare them with the owner’s, and the day on which the permit ends. The
          birthday stays in the wallet there, too: the permit states “18 or over”.
        </ExampleNote>
      </Hero>
      <div className="wrap">
        <img
          src={bankHall}
          alt="A bank hall. Two customers wait with folders; Ngozi, in a red gele, holds her phone to the code on the counter."
          width={1200}
          height={500}
          className="aspect-[5/4] w-full rounded-[18px] object-cover object-[55%_50%] sm:aspect-auto sm:rounded-none"
        />
      </div>
      <TwoMornings />
      <AccountFile />
      <TheRequest />
      <Section title="What it would take">
        <dl className="divide-y divide-line border-y border-line">
          {Object.entries(tasks).map(([who, what]) => (
            <div key={who} className="grid gap-x-8 gap-y-1 py-5 sm:grid-cols-[13rem_1fr] lg:grid-cols-2 lg:gap-x-14">
              <dt className="font-semibold">{who}</dt>
              <dd className="measure text-pretty text-mute">{what}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-12 grid items-center gap-x-14 gap-y-10 lg:grid-cols-2">
          <div className="prose measure">
            <h3>What this doesn’t settle</h3>
            <p>
              A bank’s duties are set by law and by its regulator, and they differ from country to country. Where the
              rules ask for a face, a document or a visit, the bank has to ask too, and it can: a photo is a detail of a
              credential like any other. What changes is the rest of the folder, which no rule asked for and everybody
              copied.
            </p>
          </div>
          <div>
            <Quotation {...manager} />
          </div>
        </div>
      </Section>
      <CallToAction
        title="Spend the morning as Ngozi."
        text="Receive both credentials in your own wallet, then answer this very request. Or bring us a form of yours."
        actions={{
          'Open the account': '/demo/small-business-owner',
          'Talk to us': '/contact',
          'Or see a hospital': '/hospitals',
        }}
      />
    </>
  )
}

const mornings = {
  'With the folder': [
    'Ngozi asks her neighbour to mind the stall and takes the folder: permit, registration, passport, two photographs.',
    'At the counter everything is copied, and the copies are stamped.',
    'The registration extract is too old. She pays the registry for a fresh one and comes back another day.',
    'Somebody types the folder into the bank’s system. The copies go into a cabinet.',
    'Nobody has asked either office whether its paper still stands.',
  ],
  'With the wallet': [
    'Ngozi scans the code on the counter. Her wallet and the bank open a connection of their own.',
    'Her wallet lists what the bank asks: three details to see, two conditions, and that nothing has been revoked. She reads it and says yes.',
    'The bank checks both offices’ signatures and lists. It takes seconds, and nobody is phoned.',
    'The account is open. Over the same connection the bank sends a card of its own, signed, with the account number on it.',
    'There is no folder to put away.',
  ],
}

/** The same errand twice, step beside step. */
function TwoMornings() {
  return (
    <Section title="Two mornings">
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-2">
        {Object.entries(mornings).map(([title, steps], morning) => (
          <div key={title}>
            <h3 className="text-heading">{title}</h3>
            <ol className="mt-6">
              {steps.map((step, index) => (
                <li key={step} className="grid grid-cols-[20px_1fr] gap-x-5">
                  <span aria-hidden="true" className="flex flex-col items-center pt-1.5">
                    <span
                      className={classNames(
                        'size-4 shrink-0 rounded-full',
                        morning === 0 ? 'inset-ring-[3px] inset-ring-edge' : 'bg-forest',
                      )}
                    />
                    {index < steps.length - 1 ? (
                      <span
                        className={classNames(
                          'dotted-path-down mt-1.5 flex-1',
                          morning === 0 ? 'text-edge' : 'text-amber',
                        )}
                      />
                    ) : null}
                  </span>
                  <p
                    className={classNames('measure', index < steps.length - 1 && 'pb-7', morning === 0 && 'text-mute')}
                  >
                    {step}
                  </p>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </Section>
  )
}
