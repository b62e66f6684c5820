import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Section } from '../blocks/section.tsx'

const solutions: readonly { icon: IconName; title: string; text: string; points: readonly string[] }[] = [
  {
    icon: 'tick',
    title: 'Issue what you know',
    text: 'A licence, a membership, a staff card, a completed course. You sign it once and send it, encrypted on its way, to the wallet of the person it is about.',
    points: [
      'Your words and your fields, a photo too if you need one',
      'You are told whether it was accepted or turned down',
      'No app of your own to build: it speaks to wallets of two open families',
    ],
  },
  {
    icon: 'shield',
    title: 'Ask one question',
    text: 'Name the details you need to see, the conditions that need a yes, and the issuers you trust. The wallet answers when its owner agrees, and only then.',
    points: [
      'Over an open connection, or from a QR code without any',
      'One answer drawn from several credentials of one holder',
      'The signature is checked, so nobody has to phone anybody',
    ],
  },
  {
    icon: 'cross',
    title: 'Revoke what is over',
    text: 'A contract ends, a card is lost. You revoke the credential and the next check that asks for its standing refuses it.',
    points: [
      'Published in a list that names nobody',
      'The holder’s wallet can be told at the same moment',
      'Each credential on its own: the others stay good',
    ],
  },
]

export function Solutions() {
  return (
    <Section id="solutions" title="Three tools, one signature">
      <ul className="divide-y divide-line border-y border-line">
        {solutions.map(({ icon, title, text, points }) => (
          <li
            key={title}
            className="grid gap-x-10 gap-y-5 py-[clamp(28px,4vw,48px)] md:grid-cols-[56px_1fr_1fr] lg:grid-cols-[72px_1.1fr_1fr]"
          >
            <span className="grid size-14 place-items-center rounded-2xl bg-leaf-soft text-forest">
              <Icon name={icon} size={28} />
            </span>
            <div>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 text-mute">{text}</p>
            </div>
            <ul className="grid content-start gap-3 text-small text-pretty max-md:border-l-2 max-md:border-amber max-md:pl-4">
              {points.map((point) => (
                <li key={point} className="flex items-start gap-3">
                  <span
                    aria-hidden="true"
                    className="mt-[0.45em] size-2 shrink-0 rounded-full bg-amber max-md:hidden"
                  />
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}
