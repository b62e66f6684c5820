import { contactAddress } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/icon.tsx'

interface Detail {
  icon: IconName
  name: string
  text: ReactNode
}

const details: readonly Detail[] = [
  {
    icon: 'mail',
    name: 'Email',
    text: (
      <a
        href={`mailto:${contactAddress}`}
        className="text-forest underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {contactAddress}
      </a>
    ),
  },
  {
    icon: 'phone',
    name: 'Phone',
    text: 'Monday to Friday, 9am to 6pm WAT. Ask for a call in the form and leave your number: we call you.',
  },
  { icon: 'clock', name: 'Answer', text: 'Our team typically responds within 24 hours.' },
]

/** Ways and times to reach the team (docs/product.md, section 9). */
export function ContactDetails() {
  return (
    <dl className="mt-9 grid gap-y-5">
      {details.map(({ icon, name, text }) => (
        <div key={name} className="relative pl-15">
          <dt className="font-semibold leading-tight">
            <span className="absolute top-0 left-0 grid size-11 place-items-center rounded-2xl bg-leaf-soft text-forest">
              <Icon name={icon} size={22} />
            </span>
            {name}
          </dt>
          <dd className="max-w-[34ch] text-pretty text-mute">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
