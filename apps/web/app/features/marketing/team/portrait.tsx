import { classNames } from '../../../ui/class-names.ts'

/** A drawn face without alternative text: the name stands beside it. */
export function Portrait({ of, className }: { of: string; className?: string }) {
  return (
    <img
      src={`/illustrations/people/${of}.svg`}
      alt=""
      width={400}
      height={400}
      loading="lazy"
      className={classNames('h-auto rounded-card', className)}
    />
  )
}
