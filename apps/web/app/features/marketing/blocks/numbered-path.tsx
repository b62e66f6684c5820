import { classNames } from '../../../ui/class-names.ts'

const columns: Record<number, string> = { 2: 'lg:grid-cols-2', 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-2 xl:grid-cols-4' }

/**
 * Steps along the dotted path, each a text by its title: across on wide screens, down on narrow ones. Two to four read
 * best.
 */
export function NumberedPath({ steps: byTitle }: { steps: Readonly<Record<string, string>> }) {
  const steps = Object.entries(byTitle)
  return (
    <ol className={classNames('grid gap-x-10 lg:gap-y-10', columns[steps.length])}>
      {steps.map(([title, text], index) => (
        <li key={title} className="grid grid-cols-[44px_1fr] gap-x-5 lg:block">
          <div className="flex items-center gap-4 max-lg:flex-col" aria-hidden="true">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest font-display text-[1.125rem] font-semibold text-on-forest">
              {index + 1}
            </span>
            {index < steps.length - 1 ? (
              <>
                <span
                  className={classNames(
                    'dotted-path -mr-6 flex-1 text-amber',
                    // Four steps wrap two by two before they fit one row: the second is then at the edge.
                    steps.length === 4 && index === 1 ? 'max-xl:hidden' : 'max-lg:hidden',
                  )}
                />
                <span className="dotted-path-down mb-4 flex-1 text-amber lg:hidden" />
              </>
            ) : (
              <span className="size-4 rounded-full border-4 border-amber max-lg:hidden" />
            )}
          </div>
          <div className={classNames('lg:pt-6', index < steps.length - 1 && 'max-lg:pb-9')}>
            <h3 className="text-heading max-lg:pt-1.5">{title}</h3>
            <p className="mt-3 measure text-mute">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
