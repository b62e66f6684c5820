/** A fictional person with a drawn portrait. Pages that show one say so. */
export interface Person {
  /** File name of the portrait in `public/illustrations/people`. */
  id: string
  name: string
  role: string
  /** Their responsibility, in a sentence. */
  work: string
  leads: boolean
  /** The team page practises selective disclosure: one detail shown, one only proved, one withheld. */
  shown: string
  proved: string
  kept: string
}

export const people: readonly Person[] = [
  {
    id: 'adaeze-nwosu',
    name: 'Adaeze Nwosu',
    role: 'Chief Executive',
    work: 'Asks of every plan who will be standing at the counter, and what is in their hand.',
    leads: true,
    shown: 'Talk to her about offices that still run on stamps',
    proved: '20 years or more in public service',
    kept: 'Which office she queued in for nine hours',
  },
  {
    id: 'tunde-adebayo',
    name: 'Tunde Adebayo',
    role: 'Head of Engineering',
    work: 'Keeps the code short, the tests honest and the proofs fast.',
    leads: true,
    shown: 'Talk to him about what happens when the power goes',
    proved: 'Has restored a database at night, at least once',
    kept: 'How he felt while doing it',
  },
  {
    id: 'halima-yusuf',
    name: 'Halima Yusuf',
    role: 'Head of Privacy',
    work: 'Crosses lines out of forms until only what is needed is left.',
    leads: true,
    shown: 'Talk to her about data you wish you had never asked for',
    proved: 'A law degree that is still valid today',
    kept: 'Her marks',
  },
  {
    id: 'emeka-obi',
    name: 'Emeka Obi',
    role: 'Head of Partnerships',
    work: 'Sits down with banks, clinics and colleges, and translates in both directions.',
    leads: true,
    shown: 'Talk to him about your paperwork, however dull',
    proved: 'Older than the first filing cabinet he emptied',
    kept: 'By how much',
  },
  {
    id: 'zainab-lawal',
    name: 'Zainab Lawal',
    role: 'Product Designer',
    work: 'Draws every screen for the smallest phone first.',
    leads: false,
    shown: 'Talk to her about words on buttons',
    proved: 'At least 40 drafts of the screen that says “declined”',
    kept: 'Drafts 1 to 39',
  },
  {
    id: 'kunle-ogunleye',
    name: 'Kunle Ogunleye',
    role: 'Cryptography Engineer',
    work: 'Sees to it that a false statement has no proof.',
    leads: false,
    shown: 'Talk to him about proving without showing',
    proved: 'Knows the secret',
    kept: 'The secret',
  },
  {
    id: 'ebele-eze',
    name: 'Ebele Eze',
    role: 'Writer and Illustrator',
    work: 'Makes up the characters, draws their streets and deletes the jargon.',
    leads: false,
    shown: 'Talk to her about a sentence you did not understand',
    proved: 'Has drawn more than 100 palm trees',
    kept: 'The ones that looked like umbrellas',
  },
  {
    id: 'musa-ibrahim',
    name: 'Musa Ibrahim',
    role: 'Support Engineer',
    work: 'Answers when a wallet stays silent, and finds out why.',
    leads: false,
    shown: 'Talk to him about codes that will not scan',
    proved: 'Owns two phones or more',
    kept: 'What is wrong with the second one',
  },
]
