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
          <li key={title} className="flex gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft text-forest">
              <Icon name={icon} />
            </span>
            <div className="grid flex-1 gap-x-8 gap-y-1 @min-[600px]:grid-cols-[15rem_1fr]">
              <h3 className="font-sans text-[1.0625rem] font-semibold leading-snug @min-[600px]:pt-2">{title}</h3>
              <p className="text-small text-mute @min-[600px]:pt-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
