import type { VerifierCheck } from '@lastmile/contracts'
import type { PresentationTask } from '@lastmile/holder'
import type { Forgery, Json, SdJwtTask } from '../lab-wallet.ts'
import type { Question } from '../questions.ts'

/** A credential on its way into a presentation, by its family. */
export interface Presented {
  anoncreds?: PresentationTask
  sdJwt?: SdJwtTask
}

/** A cheat's needs before it begins. All are real: issued by the server, and prepared by the engine. */
export interface Props {
  /** One's own card. */
  own: Presented
  /** A friend's card, as the friend's wallet would present it. */
  friends: Presented
  /** A second card of one's own, made out to an older person. */
  second: Presented
  /** A card of another kind. */
  other: Presented
  /** A card that was good when it was prepared, and has been revoked since. */
  revoked: Presented
  /** A card that was good when it was prepared, and has ended since. */
  ended: Presented
  /** An answer to an earlier question, which was good. */
  earlier: Json | string
}

/** An attempt to be taken for what one is not. */
export interface Cheat {
  protocol: 'didcomm' | 'openid4vc'
  question: Question
  /** The verifier's check that stops it. Absent where none does, and it is taken. */
  check?: VerifierCheck
  /** The checks that would stop it in that one's place, one after the other. */
  next?: readonly VerifierCheck[]
  needs?: keyof Props | undefined
  /** Whether a friend's wallet answers in the place of one's own. */
  byFriend?: boolean
  /** @param asked as the verifier put it, where the lab altered it for its engine; by DIDComm alone */
  forgery(props: Props, asked: Json): Forgery | Promise<Forgery>
}
