const steps = [
  {
    title: 'Receive',
    text: 'Scan a code with the wallet on your phone. A college, registry or employer signs your credential and sends it over a line that only your wallet can read.',
  },
  {
    title: 'Hold',
    text: 'It stays in your wallet. You see every line of it, and the issuer takes no part when you use it.',
  },
  {
    title: 'Prove',
    text: 'A verifier asks. Your wallet shows what would be shared and what would not, and answers only when you agree.',
  },
] as const

export function HowItWorks() {
  return (
    <section id="how-it-works" className="wrap py-[clamp(48px,7vw,104px)]" aria-labelledby="how">
      <h2 id="how" className="text-title">
        How it works
      </h2>
      <ol className="mt-10 grid gap-x-10 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[44px_1fr] gap-x-5 md:block">
            <div className="flex items-center gap-4 max-md:flex-col" aria-hidden="true">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-forest font-display text-[1.125rem] font-semibold text-on-forest">
                {index + 1}
              </span>
              {index < steps.length - 1 ? (
                <>
                  <span className="dotted-path flex-1 text-amber max-md:hidden md:-mr-6" />
                  <span className="dotted-path-down flex-1 text-amber md:hidden" />
                </>
              ) : (
                <span className="size-3 rounded-full bg-amber max-md:hidden" />
              )}
            </div>
            <div className="pb-9 md:pt-6 md:pb-0">
              <h3 className="text-heading max-md:pt-1.5">{step.title}</h3>
              <p className="mt-3 text-mute">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
