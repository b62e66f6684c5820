import { OneFactPicture, SecondsPicture, YourDevicePicture } from './reason-pictures.tsx'

const reasons = [
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
] as const

export function Reasons() {
  return (
    <section className="bg-sand py-[clamp(48px,7vw,96px)]" aria-labelledby="reasons">
      <div className="wrap">
        <h2 id="reasons" className="max-w-[20ch] text-title">
          Why choose a digital trust wallet
        </h2>
        <ul className="mt-10 grid gap-5 md:grid-cols-3 lg:gap-7">
          {reasons.map((reason) => (
            <li
              key={reason.title}
              className="flex items-start gap-5 rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,32px)] max-sm:flex-col md:flex-col"
            >
              {reason.picture}
              <div>
                <h3 className="text-heading">{reason.title}</h3>
                <p className="mt-3 text-mute">{reason.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
