import { Section } from '../blocks/section.tsx'

const columns = 14
const rows = 7
const places = Array.from({ length: columns * rows }, (_, index) => index)
const revoked = new Set([3, 19, 36, 44, 53, 67, 71, 88])

/** Revoking a credential, and proving that it is not revoked. */
export function Revocation() {
  return (
    <Section tone="sand" title="Taken back, without a list of names">
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <figure className="rounded-panel border border-line bg-paper p-[clamp(16px,2.4vw,32px)] text-ink lg:order-last">
          <svg
            role="img"
            aria-label="A list of 98 places, eight of them crossed out. None has a name."
            viewBox={`0 0 ${columns * 30} ${rows * 30}`}
            fill="none"
            className="h-auto w-full"
          >
            <defs>
              <rect id="place" x="4" y="4" width="22" height="22" rx="6" />
            </defs>
            <g className="fill-leaf-soft">
              {places
                .filter((place) => !revoked.has(place))
                .map((place) => (
                  <use key={place} href="#place" x={(place % columns) * 30} y={Math.floor(place / columns) * 30} />
                ))}
            </g>
            {[...revoked].map((place) => (
              <g key={place} transform={`translate(${(place % columns) * 30} ${Math.floor(place / columns) * 30})`}>
                <use href="#place" className="fill-clay" />
                <path d="M10 10l10 10m0-10-10 10" className="stroke-paper" strokeWidth="2.6" strokeLinecap="round" />
              </g>
            ))}
          </svg>
          <figcaption className="measure mt-4 text-small text-mute">
            What the college publishes: a place for each card, and which ones no longer count.
          </figcaption>
        </figure>
        <div className="prose measure text-mute">
          <p>
            A card gets lost, a student leaves. When the college signs a card it also gives it a place in a list. To
            revoke the card, it crosses the place out and publishes the list again. That is called <em>revocation</em>.
          </p>
          <p>
            When a verifier asks for it, your wallet looks at the list and proves: my card has a place here, and it is
            not crossed out. It doesn’t say which one. So the verifier learns that the card still counts, and nothing by
            which to recognise it next time.
          </p>
          <p>
            And the college? Like any website it can see that its list was fetched, but not whose card it was about. In
            the demo you can revoke a card yourself: whatever needs it locks, and a verifier that has asked already
            turns you down.
          </p>
        </div>
      </div>
    </Section>
  )
}
