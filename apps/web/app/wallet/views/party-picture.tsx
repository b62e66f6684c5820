import type { Party } from '@lastmile/holder'
import { standingOf } from '../party-display.ts'

/** The picture of one of this site's own parties; else an initial: a stranger's could pretend to be anything. */
export function PartyPicture({ party }: { party: Party }) {
  const { picture, label, host = '' } = party
  if (!picture || standingOf(party, location.host) !== 'ours') {
    const [initial] = label.trim() || host
    return (
      <span
        aria-hidden="true"
        translate="no"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft font-semibold text-forest"
      >
        {initial?.toUpperCase()}
      </span>
    )
  }
  return (
    <img
      src={picture}
      alt=""
      width={40}
      height={40}
      className="size-10 shrink-0 rounded-xl bg-white"
      data-testid="party-picture"
    />
  )
}
