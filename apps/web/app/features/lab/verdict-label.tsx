import { classNames } from '../../ui/class-names.ts'

/** A verdict in a word, stamped. */
export const VerdictLabel = ({ children, isGood, testId }: { children: string; isGood: boolean; testId: string }) => (
  <p
    data-testid={testId}
    className={classNames(
      'h-fit w-fit -rotate-3 rounded-md border-2 px-3 py-1 font-display font-semibold uppercase tracking-wide',
      isGood ? 'border-forest text-forest' : 'border-clay text-clay',
    )}
  >
    {children}
  </p>
)
