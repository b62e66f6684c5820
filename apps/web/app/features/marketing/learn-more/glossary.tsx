const words = [
  ['Attribute', 'One detail of a credential: a name and a value, such as the expiry date.'],
  ['Connection', 'A private channel between your wallet and somebody else, with keys made for the two of you alone.'],
  ['Credential', 'Details about somebody, signed by an issuer and kept by the holder.'],
  [
    'Credential definition',
    'The form of one kind of credential together with the keys it is signed with. Published; holds nobody’s values.',
  ],
  [
    'DID',
    'An identity that proves itself with keys and needs no register that hands it out. Issuers here use did:webvh, which lives at a web address.',
  ],
  ['Holder', 'The person who keeps a credential and decides about its use. Mostly you.'],
  ['Invitation', 'What is inside a link or a code: where to reach somebody and with which keys.'],
  ['Issuer', 'An organization that knows something about you and signs it: a college, a registry, an employer.'],
  ['Out-of-band request', 'A question that is inside the code itself, so that it needs no connection first.'],
  ['Predicate', 'A question about a number that has only a yes in it: at least 18, not before today.'],
  ['Presentation', 'Your wallet’s answer to a request: the details you show and proofs for the rest.'],
  ['Revocation', 'An issuer takes a credential back. From then on you can’t prove that it still counts.'],
  ['Selective disclosure', 'Showing some details of a signed paper and not the others, and still being believed.'],
  [
    'Self-sovereign identity',
    'What others have signed about you is in your hands: you keep it, you decide who sees which detail, and no company in the middle holds an account for it.',
  ],
  ['Verifier', 'An organization that asks for proof and checks the answer: a shop, a bank, a clinic.'],
] as const

/** The field's terms, each in a sentence or two. */
export function Glossary() {
  return (
    <dl className="gap-x-14 md:columns-2">
      {words.map(([word, meaning]) => (
        <div key={word} className="break-inside-avoid border-t border-line py-4">
          <dt className="font-display text-[1.25rem] leading-tight font-semibold">{word}</dt>
          <dd className="measure mt-1.5 text-pretty text-mute">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
