import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { ActionLinks, type Actions } from './action-links.tsx'

interface Illustration {
  src: string
  /** Empty for a mere ornament. */
  alt?: string
  height: number
  /** Drawn to its corners. */
  framed?: boolean
}

interface HeroProps {
  /** The page's only h1. */
  title: string
  /** A word or two above the title. */
  kicker?: string
  lead?: ReactNode
  actions?: Actions
  /** Beside the words on wide screens, below them on narrow ones. */
  picture?: ReactNode
  /** An illustration in the picture's place, 640 pixels wide. */
  image?: Illustration | undefined
  /** `start` for a tall picture or one that changes its height. */
  align?: 'center' | 'start'
  /** For a title without a picture: places the words beside it on wide screens. */
  split?: boolean
  /** Content after the buttons. */
  children?: ReactNode
}

/** The top of a page. */
export function Hero({ title, kicker, lead, actions, image, align = 'center', split = false, ...props }: HeroProps) {
  const { picture = image && <HeroImage {...image} />, children } = props
  const heading = (
    <>
      {kicker ? <p className="mb-4 font-semibold text-forest">{kicker}</p> : null}
      <h1 className={classNames('text-display', !picture && 'max-w-[18ch]')}>{title}</h1>
    </>
  )
  const words = (
    <>
      {lead ? <p className="mt-6 max-w-[34em] text-lead text-mute">{lead}</p> : null}
      {actions ? (
        <div className="mt-8 flex flex-wrap gap-3.5 print:hidden">
          <ActionLinks actions={actions} />
        </div>
      ) : null}
      {children}
    </>
  )
  return (
    <section
      className={classNames(
        'wrap pt-[clamp(24px,5vw,72px)] pb-[clamp(48px,7vw,104px)] print:pt-0 print:pb-6',
        picture || split ? 'grid gap-x-[clamp(32px,5vw,80px)] lg:grid-cols-[1.05fr_0.95fr]' : false,
        picture ? 'gap-y-14' : false,
        align === 'start' || split ? 'items-start' : 'items-center',
      )}
    >
      <div>
        {heading}
        {split ? null : words}
      </div>
      {split ? <div className="lg:pt-4">{words}</div> : null}
      {picture}
    </section>
  )
}

function HeroImage({ src, alt = '', height, framed }: Illustration) {
  const look = classNames('h-auto w-full max-w-[36rem]', framed && 'rounded-panel')
  return <img src={src} alt={alt} width={640} height={height} className={look} />
}
