import { confettiPieces } from '@lastmile/contracts/constants'
import ReactConfetti from 'react-confetti'

/** In the brand's colours. */
export function ConfettiCanvas() {
  return (
    <ReactConfetti
      width={window.innerWidth}
      height={window.innerHeight}
      numberOfPieces={confettiPieces}
      recycle
      colors={['#0b5d45', '#1f9d73', '#f0a23b', '#b6452c', '#4cc79a', '#f3ede0']}
    />
  )
}
