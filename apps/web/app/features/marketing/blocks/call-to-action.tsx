import { type ReactNode, useId } from 'react'

interface CallToActionProps {
  title: string
  text?: string
  /** One or two buttons. */
  actions: ReactNode
  /** At the foot of the band. */
  picture?: ReactNode
}

/** A page's closing band with the next action. */
export function CallToAction({ title, text, actions, picture }: CallToActionProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className={`overflow-hidden bg-sand pt-[clamp(48px,7vw,96px)] ${picture ? '' : 'pb-[clamp(48px,7vw,96px)]'}`}
    >
      <div className="wrap text-center">
        <h2 id={heading} className="text-title">
          {title}
        </h2>
        {text ? <p className="mx-auto mt-4 max-w-[44ch] text-lead text-mute">{text}</p> : null}
        <div className="mt-8 flex flex-wrap justify-center gap-3.5">{actions}</div>
      </div>
      {picture}
    </section>
  )
}
