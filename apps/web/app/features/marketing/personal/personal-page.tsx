import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Quotations } from '../blocks/quotation.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import { Counters } from './counters.tsx'
import { Features } from './features.tsx'
import threeCounters from './three-counters.svg'

const steps = {
  'Get a wallet':
    'Open the web wallet: it runs in your browser, and nothing has to be installed. Or take a wallet app that speaks the open standards, on iOS or Android; the demo lists some that fit.',
  Connect:
    'Press a button, scan a code with your phone, or tap a link on it. Your wallet and the other side open an encrypted connection that is theirs alone.',
  Accept: 'An issuer offers you a signed credential. See what is in it, then accept it or turn it down.',
  Prove:
    'Somebody asks. Your wallet lists what would be shared and waits for your yes. Checking the answer takes seconds.',
}

const quotes = [
  {
    words:
      'I used to photocopy half my life before I went to the bank. This time the folder stayed at home and I went in my work clothes.',
    name: 'Kelechi Eze',
    role: 'Tailor in Aba',
  },
  {
    words: 'The nurse had our names before my daughter stopped crying. Nobody asked me to spell anything.',
    name: 'Halima Sani',
    role: 'Mother of two in Kaduna',
  },
  {
    words: 'They wanted to know that I had done the work. What I was paid for it never came up.',
    name: 'Dapo Ilesanmi',
    role: 'Site engineer in Ibadan',
  },
] as const

/** Personal solutions: one person, three counters, and the data that each one sees. */
export function PersonalPage() {
  return (
    <>
      <Hero
        title="Your papers, in your own hands"
        lead="You carry them from counter to counter in a folder that holds far more than anybody asked for. Keep them in a wallet of your own instead, on your phone or in your browser, and hand over one detail at a time."
        actions={{ 'Try Our Demo': '/demo', 'See how it works': '/how-it-works' }}
        image={{
          src: threeCounters,
          alt: 'A woman holds out a phone with her credentials; dotted paths lead from it to a bank, a clinic and an office.',
          height: 600,
        }}
      />
      <Features />
      <Counters />
      <Section tone="sand" title="From an empty wallet to a proof, in four steps">
        <NumberedPath steps={steps} />
      </Section>
      <Section
        title="What we would like to hear"
        lead="Nobody here is a customer. We made up three people and let them say what the product is meant to be good for."
      >
        <Quotations quotes={quotes} />
      </Section>
      <CallToAction
        title="Begin with somebody else’s papers."
        text="In the demo you play a nurse, a trader or a student, with real credentials in your own wallet. Then tell us what you would use yours for."
        actions={{ 'Try Our Demo': '/demo', 'Contact us': '/contact' }}
        picture={<StreetPicture />}
      />
    </>
  )
}
