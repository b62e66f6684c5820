import { classNames } from '../../../../ui/class-names.ts'
import { Section } from '../../blocks/section.tsx'

const mornings = {
  'With the folder': [
    'Ngozi asks her neighbour to mind the stall and takes the folder: permit, registration, passport, two photographs.',
    'At the counter everything is copied, and the copies are stamped.',
    'The registration extract is too old. She pays the registry for a fresh one and comes back another day.',
    'Somebody types the folder into the bank’s system. The copies go into a cabinet.',
    'Nobody has asked either office whether its paper still stands.',
  ],
  'With the wallet': [
    'Ngozi scans the code on the counter. Her wallet and the bank open a connection of their own.',
    'Her wallet lists what the bank asks: three details to see, two conditions, and that nothing has been revoked. She reads it and says yes.',
    'The bank checks both offices’ signatures and lists. It takes seconds, and nobody is phoned.',
    'The account is open. Over the same connection the bank sends a card of its own, signed, with the account number on it.',
    'There is no folder to put away.',
  ],
}

/** The same errand twice, step beside step. */
export function TwoMornings() {
  return (
    <Section title="Two mornings">
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-2">
        {Object.entries(mornings).map(([title, steps], morning) => (
          <div key={title}>
            <h3 className="text-heading">{title}</h3>
            <ol className="mt-6">
              {steps.map((step, index) => (
                <li key={step} className="grid grid-cols-[20px_1fr] gap-x-5">
                  <span aria-hidden="true" className="flex flex-col items-center pt-1.5">
                    <span
                      className={classNames(
                        'size-4 shrink-0 rounded-full',
                        morning === 0 ? 'inset-ring-[3px] inset-ring-edge' : 'bg-forest',
                      )}
                    />
                    {index < steps.length - 1 ? (
                      <span
                        className={classNames(
                          'dotted-path-down mt-1.5 flex-1',
                          morning === 0 ? 'text-edge' : 'text-amber',
                        )}
                      />
                    ) : null}
                  </span>
                  <p
                    className={classNames('measure', index < steps.length - 1 && 'pb-7', morning === 0 && 'text-mute')}
                  >
                    {step}
                  </p>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </Section>
  )
}
