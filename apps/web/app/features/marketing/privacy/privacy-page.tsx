import { brand, contactAddress } from '@lastmile/contracts/site'
import { LegalText } from '../blocks/legal-text.tsx'
import { Retention } from './retention.tsx'

/** Privacy Policy (docs/product.md, sections 2 and 9). Its claims match the code. */
export function PrivacyPage() {
  return (
    <LegalText
      title="Privacy Policy"
      effective="May 1, 2024"
      lead="What this site records, what it never sees, and how long anything is kept. Each section begins with what it means, in one sentence."
      sections={[
        {
          id: 'who-is-responsible',
          title: 'Who is responsible',
          inShort: `${brand} decides what happens to personal data on this site, and answers for it.`,
          body: (
            <p>
              We are based in Nigeria and follow the Nigeria Data Protection Act 2023. For everything about your data,
              write to <a href={`mailto:${contactAddress}`}>{contactAddress}</a> or use the{' '}
              <a href="/contact">contact page</a>.
            </p>
          ),
        },
        {
          id: 'reading-the-site',
          title: 'When you only read',
          inShort: 'Reading our pages sets no cookie and makes no record of you.',
          body: (
            <>
              <p>
                Your browser sends its network address with every call, because otherwise no answer could reach it. We
                hold it in memory alone, to keep anybody from flooding the site, and write it down nowhere. Fonts,
                pictures and code come from our own server, so no other company learns that you were here.
              </p>
              <p>
                The server’s log says which kind of call came when, how it ended and how long it took. It holds no
                address, no cookie and nothing that you entered.
              </p>
            </>
          ),
        },
        {
          id: 'the-demo',
          title: 'When you use the demo',
          inShort: 'The demo knows you as a random number, not by name.',
          body: (
            <>
              <p>
                With the first call of the demo, or when you send us a message, your browser gets an anonymous visitor
                cookie. It makes sure that nobody else can see or change what you do there. Our database holds a
                fingerprint (hash) of it, and with it your connections, which kinds of credentials and proofs were
                exchanged, how far each got and when.
              </p>
              <p>
                The credentials describe made-up people. Their content is on our server only while a credential is on
                its way to your wallet, and what you prove for at most an hour after the proof, so that the page can
                show it. Where a demo asks for details of your own, as for a Confirmed Person credential, they stay in
                the memory of the page until they go into that credential, under the same rule; pictures of documents
                never leave your browser.
              </p>
            </>
          ),
        },
        {
          id: 'your-wallet',
          title: 'What your wallet does',
          inShort: 'Credentials live in your wallet, and it shares only what you agree to.',
          body: (
            <>
              <p>
                To connect, your wallet tells us a label that it gives itself, such as the name of your phone, an
                address where messages reach it, and keys made for this connection alone. We keep these in an encrypted
                store. For each request, the wallet shows you what would be shared before you accept. We cannot look
                into it.
              </p>
              <p>
                Who provides your wallet app, and the service through which messages reach it, has a privacy policy of
                their own.
              </p>
              <p>
                What we publish, so that anybody can check credentials, holds no personal data: our public keys, what
                kinds of credentials there are, and lists of anonymous numbers with what has been revoked. If you have
                credentials of your own design registered, their names and the names of their attributes are part of
                that.
              </p>
            </>
          ),
        },
        {
          id: 'messages',
          title: 'When you write to us',
          inShort: 'We use your message to answer it, and for nothing else.',
          body: (
            <p>
              The contact form takes your name, email address, subject and message, and a phone number if you give one.
              The message is stored on our server, so that none is lost, and passed on to our team, by mail where the
              server has mail. A copy in our mailbox stays as long as the conversation, and any duty that follows from
              it, needs.
            </p>
          ),
        },
        {
          id: 'analytics',
          title: 'Analytics, only if you agree',
          inShort: 'Until you allow analytics, what you do on our pages is neither kept nor sent.',
          body: (
            <>
              <p>
                If you allow it, we count which pages and steps are seen, which buttons are pressed and where people
                give up, in order to make the site better. Until you do, only the open page remembers what you do on it,
                and forgets it when you close it; once you agree, that is counted too. An event names what was done and
                where, under a random number that your browser makes for this one visit. We keep it without your network
                address, without the visitor cookie and without details of your device other than its kind (phone,
                tablet or computer): the name and language of your browser, the size of your screen, where you came from
                and the number of an open connection are sent along and dropped on arrival. An event never holds a name,
                a message or anything from a credential.
              </p>
              <p>
                Only with your consent, and only where we have set it up, your browser sends the same kind of events to
                Google Analytics as well. Google then learns what any site learns that your browser calls: your network
                address, which it is told to shorten, and what browser and device you use. You can change your mind at
                any time under <a href="/cookies#your-choices">your choices</a>.
              </p>
              <p>
                How many wallets were connected, credentials issued and proofs verified, and how many messages came, we
                count in the records of the demo itself, for everybody together.
              </p>
            </>
          ),
        },
        {
          id: 'why-we-may',
          title: 'Why we may do this',
          inShort: 'The law allows what you ask us for, what keeps the site safe, and what you consent to.',
          body: (
            <ul>
              <li>The demo and answers to messages: because you ask for them, and they cannot be done without.</li>
              <li>Limits, logs and protection against abuse: our legitimate interest in a site that works for all.</li>
              <li>Analytics, and anything else that is optional: your consent, which you can withdraw.</li>
              <li>Whatever a law obliges us to keep or hand over: that law.</li>
            </ul>
          ),
        },
        {
          id: 'who-receives-it',
          title: 'Who else receives it',
          inShort: 'We sell nothing, and pass on nothing for advertising unless you allow it.',
          body: (
            <>
              <p>
                Companies that run servers or mail for us handle data on our instructions. If you allow analytics,
                Google may receive events, as said above. A verifier in the demo is us as well: what you prove to the
                made-up shop goes to no shop. Authorities receive what the law obliges us to hand over.
              </p>
              <p>
                If any of these works outside Nigeria, data goes there only as the Act allows, for example where the law
                or a contract gives it comparable protection.
              </p>
            </>
          ),
        },
        {
          id: 'how-long',
          title: 'How long it is kept',
          inShort: 'Everything personal on our server has an end, and the server deletes it by itself.',
          body: (
            <>
              <Retention />
              <p>
                Copies made for safety can hold deleted records until newer copies replace them. What stays in your
                browser, and for how long, is told in the <a href="/cookies">Cookies Policy</a>.
              </p>
            </>
          ),
        },
        {
          id: 'how-it-is-protected',
          title: 'How it is protected',
          inShort: 'We protect data best by not having it; the rest is encrypted on its way and guarded.',
          body: (
            <p>
              Messages between us and your wallet are encrypted from end to end; what stands in a code, an invitation or
              a question, can be read by anyone who sees the code. The issuer’s keys and what it knows of wallets are in
              an encrypted store. One visitor’s things are invisible to every other. Should data be exposed in a way
              that puts you at risk, we tell the Nigeria Data Protection Commission within 72 hours, as the Act
              requires, and you as well where we can reach you.
            </p>
          ),
        },
        {
          id: 'your-rights',
          title: 'Your rights',
          inShort: 'You can see, correct, move and delete what we have about you, and object.',
          body: (
            <>
              <p>Under the Nigeria Data Protection Act 2023 you may</p>
              <ul>
                <li>know what we hold about you and receive a copy, also in a form that other systems can read;</li>
                <li>have it corrected, completed or deleted, or its use restricted;</li>
                <li>object to a use that rests on our legitimate interest;</li>
                <li>withdraw consent, as easily as you gave it;</li>
                <li>
                  not be subject to decisions with serious effects that only a machine takes. We take no decisions about
                  visitors: checks in the demo are about made-up people.
                </li>
              </ul>
              <p>
                Write to us; it costs nothing, and we answer within 30 days. We know visits of the demo only by a random
                number, so we may not be able to find yours: delete the visitor cookie in your browser, and nobody can
                connect them with you any more.
              </p>
              <p>
                If you are not satisfied, you may complain to the{' '}
                <a href="https://ndpc.gov.ng">Nigeria Data Protection Commission</a>.
              </p>
            </>
          ),
        },
        {
          id: 'children-and-changes',
          title: 'Children, and changes to this policy',
          inShort: 'The site is not for children under 13, and this page always shows the rules that hold.',
          body: (
            <p>
              If you believe that a child under 13 has sent us something, tell us and we delete it. When we change this
              policy, the new text and its date appear here; if it matters to a consent that you gave, we ask you again.
              The <a href="/terms">Terms and Conditions</a> apply as well.
            </p>
          ),
        },
      ]}
    />
  )
}
