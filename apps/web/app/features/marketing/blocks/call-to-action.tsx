import { type ReactNode, useId } from 'react'
import { ActionLinks, type Actions } from './action-links.tsx'

interface CallToActionProps {
  title: string
  text?: string
  actions: Actions
  /** Below the actions. */
  children?: ReactNode
  /** At the foot of the band. */
  picture?: ReactNode
}

/** A page's closing band with the next action. */
export function CallToAction({ title, text, actions, children, picture }: CallToActionProps) {
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
        <div className="mt-8 flex flex-wrap justify-center gap-3.5">
          <ActionLinks actions={actions} size="large" />
        </div>
        {children}
      </div>
      {picture}
    </section>
  )
}
