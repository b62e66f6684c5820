import { contactAbout } from '@lastmile/contracts/contact'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { CardGrid } from '../blocks/card-grid.tsx'
import { CopyLink } from '../blocks/copy-link.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Section } from '../blocks/section.tsx'
import bankHall from '../case-studies/fnb/bank-hall.svg'
import parcel from '../case-studies/shopeasy/parcel.svg'
import backOffice from './back-office.svg'
import { Drawer } from './drawer.tsx'
import { Fit } from './fit.tsx'
import { Industries } from './industries.tsx'
import { Solutions } from './solutions.tsx'

const studies = [
  {
    picture: (
      <StudyPicture src={bankHall} width={1200} height={500} crop="w-[153.8%] -translate-x-[26%] -translate-y-[1.6%]" />
    ),
    title: 'First Neighbourhood Bank',
    text: 'A trader opens a business account from two credentials. What the bank sees, what it only learns, and the request word for word. Illustrative example; the bank is made up.',
    link: { to: '/case-studies/fnb', label: 'An account without photocopies' },
  },
  {
    picture: <StudyPicture src={parcel} width={640} height={560} crop="w-[135.3%] -translate-y-[26%]" />,
    title: 'ShopEasy',
    text: 'An online shop gives students a better price and learns one thing about them. Five ways to cheat, and how far each gets. Illustrative example; the shop is made up.',
    link: { to: '/case-studies/shopeasy', label: 'A student price without a name' },
  },
]

const talkToUs = contactAbout('Product Demo')

/** Business: proof requests against stored copies, solutions, industries and case studies. */
export function BusinessPage() {
  return (
    <>
      <Hero
        title="Check what matters. Keep nothing else."
        lead="Every passport scan in your files is a promise to guard it. Ask for a proof instead: an answer to exactly your question, checked in seconds, with nothing left over to lose."
        actions={{ 'Talk to us': talkToUs, 'Try Our Demo': '/demo' }}
        image={{
          src: backOffice,
          alt: 'A cabinet overflows with copies of papers; beside it a woman works at a clear desk, with one tick on her screen.',
          height: 560,
        }}
      />
      <Drawer />
      <Solutions />
      <Industries />
      <Fit />
      <Section
        id="case-studies"
        tone="night"
        title="Case studies"
        lead="Both are illustrative examples. We would rather show you an honest drawing than a borrowed logo."
      >
        <CardGrid cards={studies} columns={2} />
      </Section>
      <CallToAction
        title="Bring us your longest form."
        text="We will go through it with you, box by box, and mark the ones a wallet can answer."
        actions={{ 'Talk to us': talkToUs, 'Try Our Demo': '/demo' }}
      >
        <div className="mx-auto mt-10 max-w-lg text-left noscript:hidden">
          <p className="mb-2 text-small font-semibold">Show it to a colleague</p>
          <CopyLink label="Link to this site" />
        </div>
      </CallToAction>
    </>
  )
}

/** Two to one, cut from a larger picture; `crop` gives its extra width and its offset to the left and up. */
function StudyPicture({ src, width, height, crop }: { src: string; width: number; height: number; crop: string }) {
  return (
    <div className="aspect-2/1 w-full overflow-hidden rounded-2xl">
      <img src={src} alt="" width={width} height={height} loading="lazy" className={`h-auto max-w-none ${crop}`} />
    </div>
  )
}
