import type { Faq } from '../../../metadata/structured-data.ts'

export const howItWorksQuestions: Faq = {
  'Can two shops compare notes about me?':
    'Not from proofs as this page tells of them. Each is made afresh, and two of them have nothing in common but the kind of card and the list that it stands in, which you share with everybody who holds one of the same batch. Each connection has keys of its own, too. But what you choose to show can be compared: a name that you showed to both is the same name. With SD-JWT, the other technology of the demo, your wallet shows each shop a copy of its own; shops can’t join those, but their issuer can.',
  'Is there a blockchain?':
    'No. An issuer publishes its identity as a did:webvh, a signed log at a web address that anybody can read and check for tampering. Its keys, the form of its credentials and the list of revoked ones are published beside it. Your credentials are never published anywhere.',
  'What if I lose my phone, or my browser’s data?':
    'Your credentials were there, and we keep no copy. Ask each issuer to revoke the old one and sign a new one. The web wallet can be saved as an encrypted file and opened elsewhere; whether a wallet app can be backed up, and how, depends on the app.',
  'Does a credential prove that what it says is true?':
    'It proves who said it and that nobody has changed a letter since. Whether you believe that issuer is up to you, as it is with paper.',
  'Which wallet do I need?':
    'None that you have to install: the web wallet opens in your browser. Others work too if they hold AnonCreds, speak DIDComm and can look up a did:webvh, as this page tells, or if they hold SD-JWT and speak OpenID4VC. The demo lists some, made by different organisations, and says what was tried with each. We have no app of our own in the stores.',
  'What does this showcase simplify?':
    'One server plays every issuer and every verifier, its issuers share one published identity, and the people and places are made up. By DIDComm your wallet still has a separate connection to each of them, and the signatures, proofs and revocations are real. Our record of what a credential says is deleted when the handover is finished, at the latest 24 hours after the last activity.',
}
