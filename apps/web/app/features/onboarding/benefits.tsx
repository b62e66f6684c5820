import { Icon, type IconName } from '../../ui/icon.tsx'
import { t } from './texts.ts'

/** The visitor's benefits over a photograph of a card. */
const benefits: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'lock', title: t('kept'), text: t('keptText') },
  { icon: 'shield', title: t('asked'), text: t('askedText') },
  { icon: 'tick', title: t('agreed'), text: t('agreedText') },
  { icon: 'help', title: t('unobserved'), text: t('unobservedText') },
  { icon: 'star', title: t('signed'), text: t('signedText') },
]

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="@container">
      <h2 id="benefits" className="text-heading">
        {t('benefits')}
      </h2>
      <ul className="mt-5 grid gap-4">
        {benefits.map(({ icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 @min-[600px]:grid-cols-[auto_15rem_1fr]"
          >
            <span className="grid size-10 place-items-center rounded-full bg-leaf-soft text-forest">
              <Icon name={icon} />
            </span>
            <h3 className="font-sans text-[1.0625rem] leading-snug font-semibold">{title}</h3>
            <p className="text-small text-mute @max-[600px]:col-span-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
