import { CallToAction } from '../../blocks/call-to-action.tsx'
import { Hero } from '../../blocks/hero.tsx'
import { NumberedPath } from '../../blocks/numbered-path.tsx'
import { Section } from '../../blocks/section.tsx'
import { ExampleNote } from '../example-note.tsx'
import { Cheats } from './cheats.tsx'
import parcel from './parcel.svg'
import { ReceiptStory } from './receipt-story.tsx'
import { StillKnows } from './still-knows.tsx'

const tasks = [
  {
    title: 'Choose the issuers',
    text: 'Make a list of colleges whose student cards the shop takes. The request names them; a card from anybody else is no answer.',
  },
  {
    title: 'Put a code at the checkout',
    text: 'Where the upload field was, show a QR code on a computer and a link on a phone.',
  },
  {
    title: 'Wait for one word',
    text: 'The shop’s system is told at once: verified, or not and why. Then the price in the basket changes.',
  },
  {
    title: 'Empty the folder',
    text: 'Delete the card photographs of the past years, and the page that asked for them.',
  },
] as const

/** Case study: a fictional shop, told by its receipt. */
export function ShopeasyPage() {
  return (
    <>
      <Hero
        kicker="Case study: ShopEasy"
        title="A student price without a name"
        lead="ShopEasy sells notebooks and data bundles, cheaper for students. It used to ask for a photo of the student card. Now it asks a question, and the parcel leaves all the same."
        actions={{ 'Buy as Amina': '/demo/student', 'All business solutions': '/business' }}
        image={{
          src: parcel,
          alt: 'A rider in a red helmet hands Amina a parcel at her door; a price tag hangs between them.',
          height: 560,
        }}
      >
        <ExampleNote>
          ShopEasy, Amina and Unity College are made up, and nothing here was measured. The request and the check are a
          use case of our demo.
        </ExampleNote>
      </Hero>
      <ReceiptStory />
      <Cheats />
      <StillKnows />
      <Section title="What it would take">
        <NumberedPath steps={tasks} />
      </Section>
      <CallToAction
        title="Ask for the price yourself."
        text="Receive Amina’s student card in your wallet, answer ShopEasy, then revoke the card and see the student price lock."
        actions={{ 'Buy as Amina': '/demo/student', 'Talk to us': '/contact' }}
      />
    </>
  )
}
