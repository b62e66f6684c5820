/** Connections and requests without one that a wallet keeps; each is called when it opens. */
export const mostPeers = 500
export const mostCredentials = 500
/** Offers and requests that wait for a decision: each is looked at again whenever something changes. */
export const mostUndecided = 100
/** Ended exchanges of a kind that are kept, so that what comes again is recognised. */
export const mostEnded = 200

/** An accepted offer, whose credential is on its way. */
export const isAccepted = ({ state }: { id: string; state?: unknown }): boolean =>
  state === 'accepted' || state === 'requested'

export const isUndecided = ({ state }: { id: string; state?: unknown }): boolean =>
  state === 'offered' || state === 'asked'
