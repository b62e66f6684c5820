import type { InvitationForm } from '@lastmile/contracts/pages'
import { CopyLink } from '../blocks/copy-link.tsx'
import { Hero } from '../blocks/hero.tsx'

type EndedForm = Exclude<InvitationForm, 'connect' | 'proof'>

const wordings: Record<EndedForm, { title: string; lead: string }> = {
  used: {
    title: 'This invitation has been used.',
    lead: 'A wallet has taken it, and each invitation works once. Was it yours? Then go on in your wallet, or on the page where you found the code.',
  },
  expired: {
    title: 'This invitation has expired.',
    lead: 'It was open for a day, or was taken back before. The page where you found it can give you a new one.',
  },
  elsewhere: {
    title: 'Your answer waits in another browser.',
    lead: 'It counts only in the browser that asked for it, and that is not this one. Copy the address of this page, and open it there.',
  },
  answered: {
    title: 'Done. Go back to the other screen.',
    lead: 'Your wallet has answered. The page where you found the code says what came of it; this one you can close.',
  },
  unknown: {
    title: 'This invitation is not one of ours or has expired.',
    lead: 'We can’t say what it is about, so we don’t pass it on to your wallet. The page where you found it can give you a new one.',
  },
}

/** An invitation's address after its end, or one that leads nowhere in this browser. */
export function EndedInvitationPage({ form }: { form: EndedForm }) {
  const { title, lead } = wordings[form]
  return (
    <Hero
      kicker="Invitation"
      title={title}
      lead={lead}
      {...(form !== 'elsewhere' && { actions: { 'Go on to the demo': '/demo', 'How it works': '/how-it-works' } })}
      image={{ src: '/illustrations/letter-at-the-door.svg', height: 480 }}
    >
      {form === 'elsewhere' ? (
        <div className="mt-8 max-w-[34em]">
          <CopyLink label="Address of this page" isOwnAddress />
        </div>
      ) : null}
    </Hero>
  )
}
