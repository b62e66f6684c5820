import { cardGround, cardText } from '@lastmile/journey'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { cardSize, type Guilloche, guilloche, transformsOfRibbon, transformsOfRosette } from './guilloche.ts'
import { Icon } from './icon.tsx'
import { t } from './texts.ts'

export type CredentialCardState = 'offered' | 'accepted' | 'issued' | 'declined' | 'held' | Doubt
type Doubt = 'revoked' | 'unread' | 'suspended'

interface CredentialCardProps {
  issuer?: string
  /** The credential's display name. */
  name: string
  attributes?: readonly { label: string; value: string }[]
  state?: CredentialCardState
  /** Address of the credential's picture. */
  icon?: string
  headingLevel?: 2 | 3 | 4
  className?: string
  'data-testid'?: string
}

const isUnderWay = (state: CredentialCardState | undefined) => state === 'offered' || state === 'accepted'

/** A credential as an engraved card. A revoked one is grey and stamped. */
export function CredentialCard({
  issuer,
  name,
  attributes = [],
  state,
  icon,
  headingLevel = 3,
  className,
  ...rest
}: CredentialCardProps) {
  const { from, to, lines } = cardGround(name)
  const Heading = `h${headingLevel}` as const
  return (
    <article
      data-testid={rest['data-testid']}
      data-state={state}
      className={classNames(
        '@container relative w-full max-w-105 overflow-hidden rounded-card bg-linear-135 shadow-lift',
        from,
        to,
        cardText,
        state === 'revoked' && 'saturate-[0.15]',
        className,
      )}
    >
      <div
        className={classNames(
          'absolute inset-0',
          isUnderWay(state) ? 'opacity-30' : 'opacity-50',
          // Fainter behind the attributes, for legibility.
          attributes.length > 0 && '[mask-image:linear-gradient(to_top,#0006_30%,black_65%)]',
        )}
      >
        <Engraving name={name} colour={lines} />
      </div>
      {/* A card’s proportions, 1.586 to 1, unless its text needs more. */}
      <div className="relative flex min-h-[63.05cqi] flex-col px-[6%] py-[5.5%]">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            {issuer ? <p className="text-tiny tracking-[0.02em] opacity-90">{issuer}</p> : null}
            <Heading className="font-display text-[1.3125rem] font-semibold leading-tight tracking-[-0.01em] @max-[18rem]:text-[1.1875rem]">
              {name}
            </Heading>
          </div>
          {icon ? <img src={icon} alt="" width={36} height={36} className="size-9 rounded-lg bg-white/90 p-1" /> : null}
        </div>
        {attributes.length > 0 ? (
          <dl className="mt-auto grid grid-cols-2 gap-x-4 pt-2 gap-y-1.5 @max-[18rem]:grid-cols-[1fr_auto] @max-[18rem]:gap-x-3">
            {attributes.map((attribute, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names of strangers may read alike
              <div key={index} className="min-w-0 @max-[21rem]:nth-[n+3]:hidden">
                <dt className="truncate text-[0.75rem] leading-tight opacity-90">{attribute.label}</dt>
                <dd className="line-clamp-2 wrap-anywhere text-small font-semibold leading-snug">{attribute.value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {state ? <StateChip state={state} className={attributes.length > 0 ? 'mt-3' : 'mt-auto'} /> : null}
      </div>
    </article>
  )
}

function StateChip({ state, className }: { state: CredentialCardState; className?: string }) {
  return (
    <p
      className={classNames(
        'inline-flex w-fit shrink-0 items-center gap-1.5 rounded-full bg-[#00000080] px-3 py-1 text-tiny font-semibold',
        className,
      )}
    >
      {isUnderWay(state) ? (
        <span aria-hidden="true" className="size-2 animate-pulse-soft rounded-full bg-[#f5b65f]" />
      ) : (
        <Icon name={state === 'issued' || state === 'held' ? 'tick' : 'cross'} size={14} />
      )}
      {t(state)}
    </p>
  )
}

interface CredentialStripProps extends Pick<CredentialCardProps, 'issuer' | 'name' | 'state'> {
  /** At its end. */
  mark?: ReactNode
}

/** The same card where room is short: one line of it. */
export function CredentialStrip({ issuer, name, state, mark }: CredentialStripProps) {
  const { from, to, lines } = cardGround(name)
  return (
    <div
      data-state={state}
      className={classNames(
        'relative flex min-h-14 items-center gap-3 overflow-hidden rounded-xl bg-linear-135 px-4 py-2',
        from,
        to,
        cardText,
        state === 'revoked' && 'saturate-[0.15]',
      )}
    >
      <div className="absolute inset-0 opacity-50 [mask-image:linear-gradient(to_left,black,transparent_75%)]">
        <Engraving name={name} colour={lines} />
      </div>
      <div className="relative min-w-0 flex-1">
        <h4 className="text-[1.0625rem] font-semibold leading-tight">{name}</h4>
        {issuer ? <p className="text-tiny opacity-90">{issuer}</p> : null}
      </div>
      {state ? <StateChip state={state} className="relative" /> : null}
      {mark ? <span className="relative">{mark}</span> : null}
    </div>
  )
}

/**
 * The guilloche of a name as a picture that fills its positioned parent and fades towards the text on the left. Inline
 * SVG would cost a restyle of hundreds of lines with every stylesheet change.
 */
function Engraving({ name, colour }: { name: string; colour: string }) {
  return (
    <img
      src={`data:image/svg+xml,${engrave(guilloche(name), colour).replace(/[<>#"]/g, encodeURIComponent)}`}
      alt=""
      className="absolute inset-0 size-full object-cover object-right [mask-image:linear-gradient(100deg,transparent_12%,black_64%)] @max-[16rem]:[mask-image:linear-gradient(100deg,transparent_50%,black_130%)]"
    />
  )
}

/** The SVG; `colour` in any CSS notation. */
function engrave({ rosettes, ribbon }: Guilloche, colour: string): string {
  const use = (id: string, transform: string) => `<use href="#${id}" transform="${transform}"/>`
  const path = (id: string, d: string) => `<path id="${id}" d="${d}" vector-effect="non-scaling-stroke"/>`
  const flowers = rosettes.flatMap((rosette, ring) =>
    transformsOfRosette(rosette).map((transform) => use(`r${ring}`, transform)),
  )
  const waves = transformsOfRibbon(ribbon).map((transform) => use('w', transform))
  const { width, height } = cardSize
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMaxYMid slice" fill="none" stroke="${colour}" stroke-width="0.6">` +
    `<defs>${rosettes.map((rosette, ring) => path(`r${ring}`, rosette.path)).join('')}${path('w', ribbon.path)}</defs>` +
    `<g transform="translate(${width - 92} 112)">${flowers.join('')}</g>` +
    `<g transform="translate(0 ${height - 40})">${waves.join('')}</g></svg>`
  )
}
