import { brand, contactAddress } from '@lastmile/contracts/site'
import { LegalText } from '../blocks/legal-text.tsx'

/** Terms and Conditions (docs/product.md, sections 2 and 9). */
export function TermsPage() {
  return (
    <LegalText
      title="Terms and Conditions"
      effective="May 1, 2024"
      lead="The rules for using this site and its demo. Each section begins with what it means, in one sentence."
      sections={[
        {
          id: 'about-these-terms',
          title: 'About these terms',
          inShort: 'By using this site you agree to these terms.',
          body: (
            <>
              <p>
                They are between you and {brand} (“we”), and cover the pages of this site, its demo and what the demo
                sends to your wallet. If you do not agree with them, please do not use the site.
              </p>
              <p>If you use the site for an organisation, you agree for it and confirm that you may.</p>
            </>
          ),
        },
        {
          id: 'what-the-site-offers',
          title: 'What the site offers',
          inShort: 'You can read about verifiable credentials and try them, free of charge.',
          body: (
            <p>
              The demo lets you play a character, receive credentials in a wallet and prove things with them. Signatures
              and checks are real; the people, the organisations that issue and the ones that ask are made up for the
              demo. Using the demo orders nothing and costs nothing. Your phone company may charge you for data.
            </p>
          ),
        },
        {
          id: 'no-account',
          title: 'No account is needed',
          inShort: 'You use the site without registering and without a password.',
          body: (
            <>
              <p>
                What you do in the demo belongs to the browser that you do it in, which an anonymous{' '}
                <a href="/cookies#essential">cookie</a> marks. Anyone at that browser can go on where you left off.
              </p>
              <p>
                If you clear this site’s data or move to another browser, you begin again. We cannot bring an earlier
                visit back, because we do not know whose it was.
              </p>
            </>
          ),
        },
        {
          id: 'age',
          title: 'Age',
          inShort: 'The site is not for children under 13.',
          body: (
            <p>
              We offer no service to children under 13 and do not knowingly record anything about them. If you are older
              than that but not yet an adult where you live, use the site with the consent of a parent or guardian.
            </p>
          ),
        },
        {
          id: 'fair-use',
          title: 'Using the site fairly',
          inShort: 'Try everything, but do not harm the site or other people.',
          body: (
            <>
              <p>You agree not to</p>
              <ul>
                <li>break the law, or pretend to be somebody else towards people who take it seriously;</li>
                <li>try to reach what belongs to other visitors, or to get around limits and protections;</li>
                <li>burden the site so that others cannot use it, or send messages that nobody asked for;</li>
                <li>send us the personal details of other people, unless they agreed.</li>
              </ul>
              <p>
                We limit how often a visitor and a network can call the site, and may block calls that break these
                rules. Found a weakness? <a href="/contact">Tell us</a> before you tell others, and do no more than you
                need to show it.
              </p>
            </>
          ),
        },
        {
          id: 'credentials',
          title: 'Credentials issued here',
          inShort: 'They show how the technology works; they are not identity documents.',
          body: (
            <>
              <p>
                A credential from this demo has a real signature, but the organisation named on it is made up and nobody
                has checked that its content is true of you. Do not use it to identify yourself, to obtain anything
                outside this demo or to mislead anyone.
              </p>
              <p>
                Once accepted, a credential is in your wallet, and you decide whom you show it to. You may delete it at
                any time. We may revoke it, and everything issued here can become unusable when the demo is reset or
                moves to another address.
              </p>
            </>
          ),
        },
        {
          id: 'other-services',
          title: 'Wallets and other sites',
          inShort: 'Wallet apps and sites that we link to come from others, under their own terms.',
          body: (
            <p>
              We have no wallet of our own in an app store. The wallets that the demo suggests, the app stores and the
              communities that we link to are run by others. We chose them with care, but what they do is theirs to
              answer for. A link or a name does not mean that they are our partners.
            </p>
          ),
        },
        {
          id: 'rights-in-content',
          title: 'What is ours and what is yours',
          inShort: 'Look, share links and quote; ask us before you use more.',
          body: (
            <>
              <p>
                Texts, pictures, name and logo of this site are ours or are used with permission. You may read, print
                and quote them with a word about where they come from. Software that comes with a licence, such as open
                source, may be used as that licence says.
              </p>
              <p>
                What you write to us stays yours, and we use it to answer you. If you suggest something for the site, we
                may build it without owing you anything.
              </p>
            </>
          ),
        },
        {
          id: 'privacy',
          title: 'Your privacy',
          inShort: 'We record as little as we can, and say what it is.',
          body: (
            <p>
              The <a href="/privacy">Privacy Policy</a> says what is recorded, why and for how long, and which rights
              you have. The <a href="/cookies">Cookies Policy</a> says what is stored in your browser.
            </p>
          ),
        },
        {
          id: 'availability-and-liability',
          title: 'What we promise, and what we do not',
          inShort: 'The site is offered as it is: a demonstration that can fail, change or end.',
          body: (
            <>
              <p>
                We take care, but do not promise that the site is always available, free of errors or fit for a purpose
                of yours. We may change it, pause it, reset its data or end it. Do not rely on it for anything that
                matters outside the demo.
              </p>
              <p>
                As far as the law allows, we are not liable for indirect loss, for lost profit or data, or for what
                wallets and sites of others do. Nothing here limits liability that the law does not let us limit, such
                as for fraud, or for death or injury caused by our negligence, nor takes away rights that you have as a
                consumer.
              </p>
            </>
          ),
        },
        {
          id: 'changes',
          title: 'Changes',
          inShort: 'When these terms change, this page shows the new text and its date.',
          body: (
            <p>
              New terms hold from the date at the top of this page, for what you do from then on. If a part of them
              turns out not to be valid, the rest still holds.
            </p>
          ),
        },
        {
          id: 'law-and-contact',
          title: 'Governing law and contact',
          inShort: 'Nigerian law applies, and we would rather solve a problem by talking first.',
          body: (
            <>
              <p>
                These terms and what follows from them are governed by the laws of the Federal Republic of Nigeria, and
                its courts decide where we cannot agree. If you live elsewhere and are a consumer, protection that the
                law there gives you and that cannot be waived stays yours.
              </p>
              <p>
                Write to <a href={`mailto:${contactAddress}`}>{contactAddress}</a> or use the{' '}
                <a href="/contact">contact page</a>.
              </p>
            </>
          ),
        },
      ]}
    />
  )
}
