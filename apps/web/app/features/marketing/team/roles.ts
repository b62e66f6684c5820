/** The responsibility of each job that work like this needs. The pages that list them say that they are an example. */
type Roles = Readonly<Record<string, string>>

export const leaders: Roles = {
  'Chief Executive': 'Asks of every plan who will be standing at the counter, and what is in their hand.',
  'Head of Engineering': 'Keeps the code short, the tests honest and the proofs fast.',
  'Head of Privacy': 'Crosses questions out of forms until only what is needed is left.',
  'Head of Partnerships': 'Sits down with banks, clinics and colleges, and translates in both directions.',
}

export const roles: Roles = {
  ...leaders,
  'Product Designer': 'Draws every screen for the smallest phone first.',
  'Cryptography Engineer': 'Sees to it that a false statement has no proof.',
  'Writer and Illustrator': 'Makes up the characters, draws their streets and deletes the jargon.',
  'Support Engineer': 'Answers when a wallet stays silent, and finds out why.',
}
