import { classNames } from '../../../ui/class-names.ts'

interface Step {
  title: string
  text: string
}

const columns: Record<number, string> = { 2: 'md:grid-cols-2', 3: 'md:grid-cols-3', 4: 'md:grid-cols-2 lg:grid-cols-4' }

/** Steps along the dotted path: across on wide screens, down on narrow ones. Two to four read best. */
export function NumberedPath({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={classNames('grid gap-x-10 md:gap-y-10', columns[steps.length])}>
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[44px_1fr] gap-x-5 md:block">
          <div className="flex items-center gap-4 max-md:flex-col" aria-hidden="true">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest font-display text-[1.125rem] font-semibold text-on-forest">
              {index + 1}
            </span>
            {index < steps.length - 1 ? (
              <>
                <span
                  className={classNames(
                    'dotted-path -mr-6 flex-1 text-amber',
                    // Four steps wrap two by two before they fit one row: the second is then at the edge.
                    steps.length === 4 && index === 1 ? 'max-lg:hidden' : 'max-md:hidden',
                  )}
                />
                <span className="dotted-path-down mb-4 flex-1 text-amber md:hidden" />
              </>
            ) : (
              <span className="size-4 rounded-full border-4 border-amber max-md:hidden" />
            )}
          </div>
          <div className={classNames('md:pt-6', index < steps.length - 1 && 'max-md:pb-9')}>
            <h3 className="text-heading max-md:pt-1.5">{step.title}</h3>
            <p className="mt-3 text-mute">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
