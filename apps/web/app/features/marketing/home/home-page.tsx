import { Button } from '../../../ui/button.tsx'
import { CredentialCard } from '../../../ui/credential-card.tsx'

export function HomePage() {
  return (
    <section className="wrap grid gap-12 py-20 lg:grid-cols-2">
      <div>
        <h1 className="text-display">Prove who you are. Keep the rest to yourself.</h1>
        <div className="mt-8">
          <Button to="/demo">Try Our Demo</Button>
        </div>
      </div>
      <CredentialCard issuer="Last Mile Digital Solutions" name="Confirmed Person" headingLevel={2} />
    </section>
  )
}
