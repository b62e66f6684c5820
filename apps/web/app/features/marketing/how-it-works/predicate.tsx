/** Explains a predicate, with a picture. */
export function Predicate() {
  return (
    <section aria-labelledby="predicate" className="bg-night py-[clamp(48px,7vw,104px)] text-on-night">
      <div className="wrap grid items-center gap-x-16 gap-y-10 lg:grid-cols-[0.9fr_1.1fr]">
        <div>
          <h2 id="predicate" className="text-title">
            Old enough, without a birthday
          </h2>
          <p className="measure mt-5 text-lead opacity-80">
            A reading room lends laptops to those who are 18 or over. It asks: were you born at least 18 years before
            today? Such a question, with only a yes in it, is called a <em>predicate</em>. Your wallet proves the yes
            and keeps the date.
          </p>
          <p className="measure mt-4 opacity-80">
            Predicates compare whole numbers: at least, at most, more than, less than. A date counts as a number too,
            its year first. And if the answer is no, nobody has to refuse you. There is no proof of something false, so
            your wallet can’t make one.
          </p>
          <p className="measure mt-4 opacity-80">
            So it is with AnonCreds. By OpenID4VC the college signs “18 or over” beside the birthday, and your wallet
            shows that in its place. Where a card states no such answer, the value itself is shown.
          </p>
        </div>
        <AgeLine />
      </div>
    </section>
  )
}

/** Birthdays from left to right: those up to the mark give a yes, without showing which one. */
function AgeLine() {
  return (
    <figure className="rounded-panel bg-[#fbfaf6] p-[clamp(16px,2.4vw,32px)] text-[#0e1b16]">
      <svg
        role="img"
        aria-label="A line of birthdays. All that lie 18 years back or more give the answer yes; a cover hides which of them is yours."
        viewBox="16 10 448 168"
        fill="none"
        className="h-auto w-full"
      >
        <rect x="16" y="104" width="448" height="44" rx="22" fill="#f3ede0" />
        <path d="M336 126h116" stroke="#8a3b1f" strokeWidth="6" strokeLinecap="round" strokeDasharray="0.1 15" />
        <rect x="16" y="56" width="300" height="108" rx="16" fill="#0b5d45" />
        <g stroke="#8fe0bd" strokeOpacity="0.6">
          {[0, 18, 36, 54, 72, 90, 108, 126, 144, 162].map((angle) => (
            <ellipse key={angle} cx="232" cy="110" rx="48" ry="22" transform={`rotate(${angle} 232 110)`} />
          ))}
        </g>
        <path d="M46 92h86M46 112h58M46 132h72" stroke="#8fe0bd" strokeWidth="6" strokeLinecap="round" />
        <path d="M316 40v136" stroke="#8a3b1f" strokeWidth="5" strokeLinecap="round" />
        <circle cx="424" cy="46" r="26" fill="#1f9d73" />
        <path d="m412 47 9 9 16-18" stroke="#fff" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" />
        <path
          d="M196 44c50-30 130-34 190-10"
          stroke="#f0a23b"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray="0.1 15"
        />
      </svg>
      {/* The middle column is centred on the picture's line, at 67 % of its width. */}
      <p className="mt-2 grid grid-cols-[46%_42%_12%] text-small leading-snug font-semibold">
        <span>earlier</span> <span className="text-center text-balance text-[#8a3b1f]">18 years ago today</span>{' '}
        <span className="text-right">later</span>
      </p>
      <figcaption className="measure mt-4 text-small">
        The reading room sees the tick. Your birthday is somewhere under the cover, and that is all anybody can tell.
      </figcaption>
    </figure>
  )
}
