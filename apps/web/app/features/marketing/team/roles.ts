/** A job that work like this needs. The pages that list them say that they are an example. */
export interface Role {
  name: string
  /** Its responsibility, in a sentence. */
  work: string
  leads: boolean
}

export const roles: readonly Role[] = [
  {
    name: 'Chief Executive',
    work: 'Asks of every plan who will be standing at the counter, and what is in their hand.',
    leads: true,
  },
  { name: 'Head of Engineering', work: 'Keeps the code short, the tests honest and the proofs fast.', leads: true },
  {
    name: 'Head of Privacy',
    work: 'Crosses questions out of forms until only what is needed is left.',
    leads: true,
  },
  {
    name: 'Head of Partnerships',
    work: 'Sits down with banks, clinics and colleges, and translates in both directions.',
    leads: true,
  },
  { name: 'Product Designer', work: 'Draws every screen for the smallest phone first.', leads: false },
  { name: 'Cryptography Engineer', work: 'Sees to it that a false statement has no proof.', leads: false },
  {
    name: 'Writer and Illustrator',
    work: 'Makes up the characters, draws their streets and deletes the jargon.',
    leads: false,
  },
  { name: 'Support Engineer', work: 'Answers when a wallet stays silent, and finds out why.', leads: false },
]
