import { Icon } from '../../../ui/icon.tsx'

const parties = [
  {
    picture: 'issuer',
    role: 'Issuer',
    who: 'Unity College',
    text: 'Knows something about you and is willing to sign it.',
    sends: 'a signed credential, once',
  },
  {
    picture: 'holder',
    role: 'Holder',
    who: 'You',
    text: 'Keep it in your own wallet and decide about every use.',
    sends: 'an answer, if you agree',
  },
  {
    picture: 'verifier',
    role: 'Verifier',
    who: 'ShopEasy',
    text: 'Wants to know one thing: are you a student today?',
    sends: undefined,
  },
] as const

/** The three parties and their two connections. A third does not exist. */
export function Trio() {
  return (
    <figure className="mt-12">
      <ol className="grid gap-x-8 lg:grid-cols-3">
        {parties.map(({ picture, role, who, text, sends }) => (
          <li
            key={role}
            className="row-span-5 grid grid-rows-subgrid gap-y-0 not-first:max-lg:mt-7 md:max-lg:grid-cols-[18rem_minmax(0,1fr)] md:max-lg:gap-x-8"
          >
            <img
              src={`/illustrations/${picture}.svg`}
              alt=""
              width={400}
              height={260}
              className="h-auto w-full rounded-panel md:max-lg:row-span-5"
            />
            <p className="mt-4 font-semibold text-forest">{role}</p>
            <h2 className="text-heading">{who}</h2>
            <p className="mt-1 text-mute">{text}</p>
            {sends ? (
              <p className="mt-4 flex items-center gap-3 self-start text-small font-semibold">
                <span aria-hidden="true" className="grid justify-items-center gap-1 lg:hidden">
                  <span className="dotted-path-down h-8 text-amber" />
                  <Icon name="down" className="text-forest" />
                </span>
                {sends}
                <span aria-hidden="true" className="dotted-path flex-1 text-amber max-lg:hidden" />
                <Icon name="next" className="text-forest max-lg:hidden" />
              </p>
            ) : (
              <p className="mt-4 flex items-center gap-3 self-start text-small font-semibold">
                <Icon name="shield" className="text-forest" />
                checks it, and has its answer
              </p>
            )}
          </li>
        ))}
      </ol>
      <figcaption className="mt-9 flex w-fit items-start gap-3 rounded-card bg-sand p-4 text-small">
        <Icon name="lock" />
        <p className="measure">
          There is no connection from ShopEasy to the college. The shop checks the signature with keys that the college
          has published for everybody. Both are made up for the demo; what happens between them is not.
        </p>
      </figcaption>
    </figure>
  )
}
