import { contactAbout } from '@lastmile/contracts/contact'
import { confirmedPersonPath, labPath } from '@lastmile/contracts/site'
import type { Faq } from '../../../metadata/structured-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { IconList } from '../blocks/icon-list.tsx'
import { Questions } from '../blocks/questions.tsx'
import { RequestTicket } from '../blocks/request-ticket.tsx'
import { Section } from '../blocks/section.tsx'
import { TextLink } from '../blocks/text-link.tsx'
import clinicDesk from '../personal/clinic-desk.svg'

/** Questions of hospitals; the same list is the page's structured data. */
export const hospitalQuestions: Faq = {
  'What happens in an emergency, or with an empty battery?':
    'Care goes first, and the desk keeps its other way. A wallet saves a form on an ordinary morning. It must never stand between a patient and a nurse.',
  'Does it work while the network is down?':
    'The wallet and the desk have to reach each other. Neither has to reach the office that signed: the lab lets you take that office off the network, and shows how long cards are still taken by the lists that both have kept. Showing a card from phone to phone, without any network, isn’t there yet.',
  'Does it connect with our patient records?':
    'Your systems call an HTTP interface and get the answer to the question, with the details that were shown. It knows no HL7 or FHIR; what goes into the record is your system’s decision.',
  'Is a patient’s phone enough to know who it is?':
    'No. An answer proves that a wallet holds the card, not whose hand the wallet is in. Where that matters, look at a face, or ask for a photo that is a detail of the card.',
  'Which hospital uses it?':
    'None. Palm Creek Hospital, its people and its cards are made up for the demo. The signatures and the checks are real.',
}

/** As the demo asks by DIDComm; the test names the use cases. */
const desks = [
  {
    place: 'Reception',
    title: 'Find the appointment',
    text: 'The book is kept by family name and date of birth, so these two are shown. The desk doesn’t need a passport for that, and gets no copy of one.',
    ticket: {
      title: 'Palm Creek Hospital asks',
      shown: ['Family name', 'Date of birth'],
      kept: ['Given names and gender', 'The document, its number and its dates', 'Nationality'],
    },
    play: { 'Be the patient: make up a passport': confirmedPersonPath },
  },
  {
    place: 'The rota',
    title: 'Take on a nurse for tonight',
    text: 'A clinic is one nurse short and has never met this one. The nursing council signed the licence, so nobody has to wait until its office opens.',
    ticket: {
      title: 'Bridge Street Clinic asks',
      shown: ['Given names and family name', 'Qualification'],
      proved: ['Licence valid today, and not revoked', 'Registered for two years or more'],
      kept: ['Licence number', 'Date of birth'],
    },
    play: { 'Be the nurse': '/demo/nurse' },
  },
  {
    place: 'The medicines cabinet',
    title: 'Open it without a metal key',
    text: 'The pharmacy signs a key that is good until tomorrow, for a nurse whose pass and licence allow it. The cabinet notes the number of the key; whose it is, the pharmacy can look up.',
    ticket: {
      title: 'The cabinet asks',
      shown: ['Number of the key', 'Which cabinet it fits'],
      proved: ['Good today, and not revoked'],
      kept: ['Name, staff number, licence'],
    },
    play: { 'Open the cabinet': '/demo/nurse' },
  },
] as const

const care = [
  'No card of the demo says anything about a person’s health. We would begin with who somebody is and what they may do: names, licences, keys.',
  'A prescription or a result could be a card as well, but that is another conversation: who may ask, and what a no would cost the patient.',
  'Records that you have to keep, you keep. A question replaces the photocopy beside them, not the record.',
  'What a patient showed is deleted from this server within an hour of the proof. What your own system stores of it is for you to decide, and to answer for.',
] as const

/** Hospitals and clinics: three questions of the demo, and health details with care. */
export function HospitalsPage() {
  return (
    <>
      <Hero
        kicker="Hospitals and clinics"
        title="The right patient, the right nurse"
        lead="A desk needs two details to find an appointment. A ward needs to know that a licence is good tonight. Neither needs a photocopy."
        actions={{ 'See what a pilot is': '/pilot-project', 'Be the patient: make up a passport': confirmedPersonPath }}
        image={{
          src: clinicDesk,
          alt: 'A mother in a blue gele with her daughter at the front desk of a clinic; a nurse reads her phone.',
          height: 400,
        }}
      />
      <Section
        id="questions"
        tone="sand"
        title="Three places that ask"
        lead="You can play all three. The people and the hospital are made up, the signatures and the checks are real."
      >
        <ol className="grid gap-x-7 gap-y-12 lg:grid-cols-3">
          {desks.map(({ place, title, text, ticket, play }) => (
            <li key={place} className="row-span-3 grid grid-rows-subgrid content-start gap-y-0">
              <div>
                <p className="text-small font-semibold text-forest">{place}</p>
                <h3 className="mt-1 text-heading">{title}</h3>
                <p className="measure mt-3 mb-6 text-mute">{text}</p>
              </div>
              <RequestTicket {...ticket} headingLevel={4} />
              {Object.entries(play).map(([words, to]) => (
                <Button key={words} to={to} variant="quiet" className="mt-2 justify-self-start">
                  {words}
                  <Icon name="next" size={18} />
                </Button>
              ))}
            </li>
          ))}
        </ol>
        <p className="measure mt-10 text-mute">
          So it is with DIDComm and AnonCreds. By OpenID4VC the dates behind the conditions are shown.{' '}
          <TextLink to="/pilot-project#wallets">The two families of wallets, and what was tried with each</TextLink>.
        </p>
      </Section>
      <Section
        id="health-details"
        tone="night"
        title="Health details, with care"
        beside={<IconList title="Where we would draw the line" items={care} icon="lock" />}
      >
        <p className="measure opacity-85">
          What is stored, for how long and where stands in <TextLink to="/pilot-project#data">What a pilot is</TextLink>
          , with what stays your duty. The server doesn’t know the law of your country, and this page is no legal
          advice.
        </p>
      </Section>
      <Section title="What a hospital may want to know first" beside={<Questions questions={hospitalQuestions} />}>
        <p className="measure text-mute">
          Don’t take our word for it: <TextLink to={`${labPath}/registry`}>take the registry away</TextLink> in the lab,
          or <TextLink to={`${labPath}/cheat`}>try to cheat</TextLink>.
        </p>
      </Section>
      <CallToAction
        title="Which desk has the longest queue?"
        text="Tell us what is asked there, and we will sketch the shortest question that would do."
        actions={{ 'Talk to us': contactAbout('Product Demo'), 'See what a pilot is': '/pilot-project' }}
      />
    </>
  )
}
