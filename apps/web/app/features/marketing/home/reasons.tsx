import type { Card } from '../blocks/card-grid.tsx'
import { OneFactPicture, SecondsPicture, YourDevicePicture } from './reason-pictures.tsx'

export const reasons: readonly Card[] = [
  {
    picture: <YourDevicePicture />,
    title: 'Your data stays on your device',
    text: 'A credential lives in your wallet and nowhere else that you have to trust. Nobody can open it without your yes.',
  },
  {
    picture: <OneFactPicture />,
    title: 'One fact, not the whole paper',
    text: 'Prove that a card is valid or that you are old enough, and leave the name, the number and the date unsaid.',
  },
  {
    picture: <SecondsPicture />,
    title: 'Checked in seconds',
    text: 'No phone call, no photocopy, no stamp. The signature tells a verifier who issued it and that nobody changed it.',
  },
]
