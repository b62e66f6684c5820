export interface Lesson {
  minutes: string
  /** The class's part, with the words on the screen. */
  does: string
  sees: string
}

export const shortLesson: readonly Lesson[] = [
  {
    minutes: '0 to 3',
    does: 'Ask: a shop and a library each saw your card today. Can they find out that it was the same person? Let everybody guess for each row below, and write the guesses down.',
    sees: 'Most say yes, some say that it depends. It does.',
  },
  {
    minutes: '3 to 8',
    does: 'Open the lab and Compare notes. Leave “AnonCreds: 16 or older?” chosen, and press “Share with both”. Unfold “Your answer, before your wallet encrypted it” on both sides, and compare the number after a_prime, near the top: another one each time. What is in both stands at the very end, under identifiers: the kind of card, its registry and the time of its list, as in everybody’s answer. Then press “Let them compare”. Switch “The issuer joins in” on, and off again.',
    sees: 'The path between shop and library breaks off. It could have been any of the 3 people, with the issuer’s help too.',
  },
  {
    minutes: '8 to 11',
    does: 'Choose “AnonCreds: your document’s number”, share and let them compare.',
    sees: 'It was you. The cryptography is the same; the question was another. Asking links people.',
  },
  {
    minutes: '11 to 15',
    does: 'Choose “SD-JWT: one copy, shown twice”, share and let them compare.',
    sees: 'It was you: the same key, the same signature, the same place in the status list. Each thing that matches would do alone; unfolded, “All that matches” names them.',
  },
  {
    minutes: '15 to 20',
    does: 'Choose “SD-JWT: a copy for each”, share and let them compare. Then switch “The issuer joins in” on. Unfold “What no cryptography hides”, read it out, and come back to the guesses.',
    sees: 'Any of the 3 people, until the issuer joins in: it knows which copies it gave to whom.',
  },
]

export const longLesson: readonly Lesson[] = [
  {
    minutes: '0 to 20',
    does: 'The lesson above.',
    sees: 'Proofs can hide who you are. Can they be forged?',
  },
  {
    minutes: '20 to 23',
    does: 'Go back to the lab, and press “Start cheating”. Leave AnonCreds chosen, and press “Answer” first. Then try “Change a name”.',
    sees: 'The honest answer is verified, so the shop does not just refuse everything. The changed name is refused: shown does not equal signed.',
  },
  {
    minutes: '23 to 29',
    does: 'In pairs: one picks an attempt and says how it will be caught, the other tries it. Change roles. “Prove less than was asked” and “Mix two cards of your own” are the ones to argue about.',
    sees: 'Each attempt comes back with the name of the check that caught it. These two are sound proofs: they prove something, and not what was asked.',
  },
  {
    minutes: '29 to 31',
    does: 'Choose SD-JWT. Try “Leave your key out”, “Borrow a friend’s copy” and “Pass on an answer”. Then try “Answer for two”, further down under “What is not caught”.',
    sees: 'A copied card does not pass here: the holder’s key signs for one verifier and one question. But two people’s cards do: nothing in them says whose they are.',
  },
  {
    minutes: '31 to 34',
    does: 'At the end of the page, still with SD-JWT, press “Prepare an answer”. Change one letter of the family name, and press “Send it as it stands”. Then prepare another, change nothing, and send it.',
    sees: 'With one letter changed it is refused; untouched it is verified.',
  },
  {
    minutes: '34 to 37',
    does: 'Go back to the lab, and press “Take the registry away”. Leave AnonCreds chosen. Press “Show your card to the museum”. Switch “The town hall’s registry” off, and show the card again. Unfold “What your wallet called” below the stamp, then in the first showing, and compare what came back.',
    sees: 'Taken both times. The second time the switch stopped every call of your wallet, and the museum had only what it had read before. What both had kept was enough.',
  },
  {
    minutes: '37 to 43',
    does: 'Press “Have the town hall revoke it”, and show the card again. Choose “Half a minute”, wait 40 seconds, and show it once more. At last switch the registry on, show it, and press “Send it all the same”.',
    sees: 'A revoked card is taken as long as the list may be used. Once it is too old, your wallet has nothing to prove with and sends nothing; with SD-JWT, which you may try as well, it is the museum that refuses. With the registry up, your wallet finds its card revoked and stops; sent all the same, the museum refuses it.',
  },
  {
    minutes: '43 to 45',
    does: 'Read the morning drawn below. Ask who should choose how old a list may be, for a museum and for a border.',
    sees: 'A register that is asked each time knows sooner what is revoked. It stops everybody when it is down, and learns which card was shown where.',
  },
]
