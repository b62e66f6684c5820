import { Icon, type IconName } from '../../ui/icon.tsx'

/** What the visitor has now that a photograph of a card would not give them. */
const benefits: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'lock',
    title: 'Your papers live with you',
    text: 'They are kept in your wallet, behind your PIN. When the handover is over, we delete our record of what they say.',
  },
  {
    icon: 'shield',
    title: 'You show only what is asked',
    text: 'A shop that needs to know whether your card is valid learns exactly that. Your name and number stay covered.',
  },
  {
    icon: 'tick',
    title: 'Nothing goes out without your yes',
    text: 'Your wallet lists who is asking and for which lines, and it sends nothing until you agree. No is a full answer.',
  },
  {
    icon: 'help',
    title: 'Nobody has to phone the issuer',
    text: 'A verifier checks the signature with keys that anyone can look up. Whoever gave you the credential is not told where you use it.',
  },
  {
    icon: 'star',
    title: 'Checked in seconds, hard to fake',
    text: 'Every line is signed. Change one letter, or use a credential that was withdrawn, and the check fails.',
  },
]

export function Benefits() {
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="text-heading">
        Five self-sovereign benefits you have now
      </h2>
      <ul className="mt-5 grid gap-5 md:gap-4">
        {benefits.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft text-forest">
              <Icon name={icon} />
            </span>
            <div className="grid flex-1 gap-x-8 gap-y-1 md:grid-cols-[15rem_1fr]">
              <h3 className="font-sans text-[1.0625rem] font-semibold leading-snug md:pt-2">{title}</h3>
              <p className="text-small text-mute md:pt-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
