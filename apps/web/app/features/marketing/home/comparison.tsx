import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../blocks/section.tsx'

const onTheCard = ['Name and photo', 'Birthday', 'Student number', 'Programme', 'Issue and expiry dates'] as const

/** The same errand twice: with a photograph of the card, and with a proof. */
export function Comparison() {
  return (
    <Section
      tone="night"
      title="The shop wants one answer. Why give it five?"
      lead="Amina buys a notebook at the student price. A photograph of her card hands over everything printed on it, for good. A proof answers the question and ends there."
      beside={
        <div className="grid gap-5 sm:grid-cols-2">
          <div className="rounded-panel border border-on-night/20 p-6">
            <h3 className="text-heading">A photograph</h3>
            <p className="mt-1 text-small opacity-80">The shop learns and may keep</p>
            <ul className="mt-5 grid gap-3">
              {onTheCard.map((fact) => (
                <li key={fact} className="flex items-center gap-3">
                  <span aria-hidden="true" className="size-2.5 rounded-full bg-[#f29b82] forced-color-adjust-none" />
                  {fact}
                </li>
              ))}
            </ul>
          </div>
          <div className="rounded-panel bg-[#fbfaf6] p-6 text-[#0e1b16]">
            <h3 className="text-heading">A proof</h3>
            <p className="mt-1 text-small opacity-80">The shop learns</p>
            <p className="mt-5 flex items-start gap-3 font-semibold">
              <Icon name="shield" size={24} className="text-[#0b5d45]" />
              This is a student card that Unity College signed, and it is valid today.
            </p>
            <p aria-hidden="true" className="dotted-path mt-6 text-[#f0a23b]" />
            <p className="mt-4 text-small opacity-80">Nothing to lose in a leak, because it was never sent.</p>
          </div>
        </div>
      }
    />
  )
}
