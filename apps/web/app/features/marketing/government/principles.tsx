import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Section } from '../blocks/section.tsx'

const principles: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'copy',
    title: 'Nothing behind a curtain',
    text: 'AnonCreds, DIDComm and did:webvh are published standards. A state can read them, have them audited, and find more than one supplier who speaks them.',
  },
  {
    icon: 'lock',
    title: 'Only what the errand needs',
    text: 'A request names its details, and the citizen reads them before answering. “Five or more” is proved; how many there are is nobody’s business.',
  },
  {
    icon: 'shield',
    title: 'No record of use',
    text: 'Checking needs the issuer’s published keys and lists, not a call to the issuer. There is no central place through which every visit to every window runs.',
  },
  {
    icon: 'retry',
    title: 'Mistakes can be undone',
    text: 'A record that is wrong, stolen or out of date is revoked, and a check that asks for its standing refuses it. The right one is issued in its place.',
  },
]

export function Principles() {
  return (
    <Section tone="night" title="Four things to insist on, with us or with anybody">
      <ul className="grid gap-x-14 gap-y-10 md:grid-cols-2">
        {principles.map(({ icon, title, text }) => (
          <li key={title} className="grid grid-cols-[48px_1fr] gap-5">
            <span className="grid size-12 place-items-center rounded-2xl bg-[#f0a23b] text-[#0e1b16]">
              <Icon name={icon} size={24} />
            </span>
            <div>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 opacity-85">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
