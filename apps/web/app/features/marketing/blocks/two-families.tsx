import { sourceDocument } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { Section } from './section.tsx'
import { TextLink } from './text-link.tsx'

interface Family {
  name: string
  inShort: string
  shows: string
  speaks: string
  /** With links to where it stands; for readers who choose between the two. */
  tried: ReactNode
}

const interoperability = sourceDocument('interoperability')

const families: readonly Family[] = [
  {
    name: 'DIDComm with AnonCreds',
    inShort: 'The more private of the two.',
    shows:
      'A condition is proved, and the value behind it stays in the wallet. Beyond what a person shows, two proofs have nothing in common that would tell two verifiers that they are of one wallet.',
    speaks: 'DIDComm v1, AnonCreds, did:webvh',
    tried: (
      <>
        <TextLink to={interoperability}>ACA-Py 1.7.0</TextLink> as wallet, as issuer and as verifier, with parts of our
        own where it lacks some.
      </>
    ),
  },
  {
    name: 'OpenID4VC with SD-JWT VC',
    inShort: 'Part of what the EU specifies for its wallets, which its states owe by the end of 2026.',
    shows:
      'Details that aren’t asked for stay covered. A date or a sum that a condition is about is shown, unless the card states the answer, such as 18 or older. Each verifier gets a copy of its own, which only the issuer could join.',
    speaks: 'OpenID4VCI 1.0, OpenID4VP 1.0, HAIP 1.0 for verifying, SD-JWT VC',
    tried: (
      <>
        <TextLink to={interoperability}>Credo 0.6.3, polaris-oid4vp 1.0.0 and openvc 1.37.0</TextLink>, and on 29
        November 2026 the OpenID Foundation’s conformance suite: 22, 30 and 28 modules as verifier, issuer and wallet,
        none failed. Many end in a picture that a person has to look at. Nothing is certified.
      </>
    ),
  },
]

interface TwoFamiliesProps {
  tone?: 'paper' | 'sand'
  /** Names what each was tried with, too. */
  isFull?: boolean
  children?: ReactNode
}

/** Both families of wallets, side by side. */
export function TwoFamilies({ tone = 'paper', isFull = false, children }: TwoFamiliesProps) {
  return (
    <Section
      id="wallets"
      tone={tone}
      title="Two families of wallets, one interface"
      lead="The same cards, questions and revocations by either. A person’s wallet decides which one it is; your system asks in the same words."
    >
      <ul className="grid gap-5 lg:grid-cols-2 lg:gap-7">
        {families.map(({ name, inShort, shows, speaks, tried }) => (
          <li
            key={name}
            className="row-span-4 grid grid-rows-subgrid gap-y-0 rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,32px)]"
          >
            <h3 className="text-heading">{name}</h3>
            <p className="mt-1 font-semibold text-forest">{inShort}</p>
            <p className="mt-4 mb-5 text-mute">{shows}</p>
            <dl className="grid content-start gap-x-5 gap-y-1 border-t border-line pt-4 text-small sm:grid-cols-[7rem_1fr] sm:gap-y-3">
              <dt className="font-semibold">Speaks</dt>
              <dd>{speaks}</dd>
              {isFull ? (
                <>
                  <dt className="font-semibold max-sm:mt-3">Tried beside</dt>
                  <dd>{tried}</dd>
                </>
              ) : null}
            </dl>
          </li>
        ))}
      </ul>
      <div className="measure mt-8 text-mute">
        {children ?? (
          <p>
            The <TextLink to="https://eudi.dev/latest/">EU’s architecture for wallets</TextLink> asks for mdoc (ISO/IEC
            18013-5) as well. That, and showing a card nearby without a network, isn’t there yet. See{' '}
            <TextLink to="/pilot-project#wallets">what was tried with which software</TextLink> and{' '}
            <TextLink to="/pilot-project#limits">what is left out</TextLink>.
          </p>
        )}
      </div>
    </Section>
  )
}
