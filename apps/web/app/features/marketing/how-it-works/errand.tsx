const steps = [
  {
    title: 'You connect',
    text: 'You take the invitation on the college’s page. Your wallet and the college each make a pair of keys for this one connection, and from then on only the two of them can read what they send each other.',
    college: 'where to send your card',
    shop: 'nothing',
  },
  {
    title: 'The college signs',
    text: 'It writes down eight details, your name, your birthday and the expiry date among them, and signs them. Your wallet lets you read every detail before you accept, and binds the card to a secret of its own that never leaves it. So a copy of the card is no use to anybody else.',
    college: 'that you accepted',
    shop: 'nothing',
  },
  {
    title: 'You keep it',
    text: 'The card now lives in your wallet. You can read it, use it or throw it away. The college has done its part.',
    college: 'nothing more',
    shop: 'nothing',
  },
  {
    title: 'ShopEasy asks',
    text: 'Its request names a card and a question: is the expiry date today or later, and has the college not revoked it? Your wallet puts that before you, detail by detail. You may say no.',
    college: 'nothing',
    shop: 'nothing, unless you agree',
  },
  {
    title: 'Your wallet proves it',
    text: 'It doesn’t send the card. It works out a fresh proof that you hold one with the college’s signature and that the answer is yes. ShopEasy checks the proof, which takes seconds, and lowers the price.',
    college: 'nothing',
    shop: 'yes: a student card, valid today',
  },
] as const

/** The student's first use case of the demo; each step lists what the other two learn. */
export function Errand() {
  return (
    <ol>
      {steps.map(({ title, text, college, shop }, index) => (
        <li key={title} className="grid grid-cols-[44px_1fr] gap-x-5 md:gap-x-8">
          <div className="flex flex-col items-center gap-3" aria-hidden="true">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest font-display text-[1.125rem] font-semibold text-on-forest">
              {index + 1}
            </span>
            {index < steps.length - 1 ? <span className="dotted-path-down flex-1 text-amber" /> : null}
          </div>
          <div className="grid gap-x-12 gap-y-4 pb-10 lg:grid-cols-[1.3fr_1fr]">
            <div>
              <h3 className="pt-1.5 text-heading">{title}</h3>
              <p className="mt-3 measure text-mute">{text}</p>
            </div>
            <dl className="self-start rounded-card border border-line bg-paper px-5 py-1.5 text-small">
              <Learns who="The college learns" what={college} />
              <Learns who="ShopEasy learns" what={shop} />
            </dl>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Learns({ who, what }: { who: string; what: string }) {
  return (
    <div className="grid gap-x-4 py-2 not-first:border-t not-first:border-line sm:grid-cols-[10rem_1fr]">
      <dt className="text-mute">{who}</dt>
      <dd className={what.startsWith('nothing') ? 'text-mute' : 'font-semibold'}>{what}</dd>
    </div>
  )
}
