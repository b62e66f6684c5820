import type { Party } from '@lastmile/holder'
import { standingOf } from '../party-display.ts'

/** The picture of one of this site's own parties; a stranger's could pretend to be anything. */
export function PartyPicture({ party }: { party: Party }) {
  if (!party.picture || standingOf(party, location.host) !== 'ours') return null
  return (
    <img
      src={party.picture}
      alt=""
      width={40}
      height={40}
      className="size-10 shrink-0 rounded-xl bg-white"
      data-testid="party-picture"
    />
  )
}
