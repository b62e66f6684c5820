import { IconList } from '../blocks/icon-list.tsx'
import { Section } from '../blocks/section.tsx'

const fits = [
  'Your system talks to an HTTP interface: invite, offer, ask, revoke. A live message tells it when something has happened.',
  'Credentials are AnonCreds, connections are DIDComm, keys are published with did:webvh. Other makers’ software can check what you issue.',
  'Your customers keep the wallet app they have, on iOS or Android, as long as it speaks these standards.',
  'You can see all of it work before you talk to us. The demo needs no account.',
] as const

const limits = [
  'It proves that a wallet holds the credential. It doesn’t see whose hand the wallet is in; if that matters, ask for the photo.',
  'A signature says who wrote a detail and that nobody changed it. If the issuer got it wrong, it stays wrong until it is reissued.',
  'It doesn’t replace what your regulator tells you to keep. It lets you keep that, and only that.',
  'Somebody must issue first. Often the best place to begin is a credential of your own.',
] as const

/** The product's benefits for an organisation, beside its honest limits. */
export function Fit() {
  return (
    <Section title="What fits, and what it won’t do for you">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <IconList title="It fits beside what you run" items={fits} icon="tick" />
        <IconList title="It isn’t magic" items={limits} icon="info" />
      </div>
      <p className="measure mt-10 text-mute">
        Setting up takes two to four weeks. What happens on the wire is told step by step in{' '}
        <a href="/how-it-works" className="font-semibold text-forest underline underline-offset-4 hover:decoration-2">
          How&nbsp;it&nbsp;works
        </a>
        .
      </p>
    </Section>
  )
}
