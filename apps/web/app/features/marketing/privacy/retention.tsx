import { LegalFacts } from '../blocks/legal-facts.tsx'

/** Every kind of record on the server and its period (quality targets, personal data; docs/operating.md). */
export function Retention() {
  return (
    <LegalFacts
      facts={[
        {
          name: 'A credential on its way to your wallet',
          text: 'With the details in it.',
          kept: 'until your wallet has it, at most 24 hours after the last activity',
        },
        {
          name: 'What your wallet disclosed in a proof',
          text: 'So that the page can show you what the verifier learnt.',
          kept: 'at most 1 hour after the proof; 24 hours after the last activity if it was never finished',
        },
        {
          name: 'An invitation that no wallet accepted',
          text: 'And its short link.',
          kept: '24 hours',
        },
        {
          name: 'That an exchange took place',
          text: 'Random numbers, kind of credential, state and times, without any details from it; and the connection with your wallet, with the label and the address that the wallet gave.',
          kept: 'at most 400 days after the last activity',
        },
        {
          name: 'A credential of your own design that you had registered',
          text: 'Its name and the names of its attributes are published, so that what was issued can be checked. That it was you is forgotten after a day.',
          kept: 'for as long as the demo runs',
        },
        {
          name: 'A message from the contact form',
          text: 'Its connection with your visitor number goes after an hour.',
          kept: '30 days after it was mailed to our team, or after you wrote it if it could not be mailed',
        },
        {
          name: 'Events of your visit, if you allowed analytics',
          text: 'Page, character, step, what was done, the wallet and the look you chose, kind of device, random number of the visit.',
          kept: 'at most 90 days',
        },
        {
          name: 'Your network address',
          text: 'In memory only, to count calls, events and messages that wait to be delivered. Never in a log, never in the database: servers that work together share such counts there, under a word that only they can make of it.',
          kept: 'as a count that holds for minutes, at most a day; for events at most 90 days, for messages at most 30. It leaves memory when newer counts need the room, or the server restarts',
        },
        {
          name: 'The server’s log',
          text: 'Kind of call, result, time and duration. No names, no network addresses, no content.',
          kept: 'as long as we need it to find faults; it does not tell who you are',
        },
      ]}
    />
  )
}
