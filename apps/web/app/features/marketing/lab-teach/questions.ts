/** For the teacher, before the lesson. */
export const preparations = [
  'Open the lab once yourself, in the browser that your class will use.',
  'A browser that is new here is asked about cookies for statistics; either answer will do.',
  'The lab itself needs one cookie, “visitor”, which stays for a year and tells the server whose cards are whose. Where a school blocks cookies, the lab does not work, and says so.',
  'Each browser has a wallet of its own, in the page’s memory; a reload begins anew.',
  'A whole class may work at once, behind one network’s address.',
  'The person on the cards is made up and 17 years old, so no pupil types in anything of theirs.',
]

/** The few that the lessons need. */
export const words = {
  Issuer: 'hands a card out and signs it; in the last experiment a town hall.',
  Wallet: 'the program that keeps your cards and answers for you.',
  Verifier: 'asks, and checks the answer: a shop, a library, a museum.',
  Registry: 'where an issuer publishes its keys, and which cards it has revoked: declared no longer good.',
  AnonCreds: 'a kind of card that stays in the wallet, which makes a new proof for each question.',
  'SD-JWT': 'a kind of card that is shown itself, with only the details uncovered that were asked for.',
}

/** Pupils’ guesses in the first lesson, by what is tried. */
export const guesses = [
  'AnonCreds: 16 or older?',
  'AnonCreds: your document’s number',
  'SD-JWT: one copy, shown twice',
  'SD-JWT: a copy for each',
]

/** For the end of a lesson. */
export const questions = {
  'Is anything in the lab staged?':
    'The cards are issued and the answers judged by the server that all demos here use, and the page shows what was sent and what came back. Two things are worked out and say so: whether two notes are joined, by this page’s linker, and what the museum would ask the town hall for, by the server, which is both of them.',
  'Why “any of the 3 people”?':
    'Beside you, two other holders in the same page answer both verifiers, honestly. Outside the lab the crowd is everybody whose card is of the same kind, in the same registry, and meets the condition; the page says how many such cards there are. An issuer can keep a registry small; the web wallet says so on the card.',
  'Which is better, AnonCreds or SD-JWT?':
    'They hide different things. AnonCreds proves that you are old enough for any age that is asked, and its numbers give verifiers nothing to join, even with the issuer’s help. SD-JWT shows an age that its issuer foresaw, or the date. Its signatures are simple, your own can be made in the hardware of most phones, and it hides you from verifiers if the wallet uses each copy once; the issuer could join them.',
  'So is a person with AnonCreds always hidden?':
    'No. A verifier that asks for a name or a number has it. The network’s address, the moment and a rare value say something too. And an issuer that makes its keys with a flaw on purpose could recognise proofs.',
  'Why do sound proofs get refused?':
    'A proof may be sound about something else: a lower age, another number, two cards. The verifier has to compare what was proved with what it asked. In this project those comparisons are checks of our own, and a test turns each off to see that the cheat then passes.',
  'Does the registry really go down?':
    'For your lab alone. The switch stops the calls of its wallet to any of the issuer’s addresses. The museum is a verifier on the same server: it uses only what it had read before, and its calls are computed, not made. Everybody else’s registry stays up.',
  'What would have to be broken to pass?':
    'It stands on each result, under “The check, and what was sent”. Some name SHA-256, ECDSA or the strong RSA assumption. The others name a clock, a random number that would have to come again, or just a comparison that a careless programmer leaves out.',
  'What if it says that too much was asked for?':
    'Many presses came from your network at once. Wait as long as the sentence says, then press “Try Again”. Nothing that was done is lost.',
}
