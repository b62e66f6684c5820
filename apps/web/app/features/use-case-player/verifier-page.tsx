import type { Verifier } from '@lastmile/contracts'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from './texts.ts'
import type { VerifierLook } from './verifier-look.ts'

interface VerifierPageProps {
  verifier: Verifier
  look: VerifierLook
  /** A picture beside the text. */
  image?: string | undefined
  /** The thing that the answer changes. */
  scene: ReactNode
  isPictured: boolean
  children: ReactNode
}

/** The verifier's own site with its own look, around the current step. */
export function VerifierPage({ verifier, look, image, scene, isPictured, children }: VerifierPageProps) {
  return (
    <section
      aria-label={t('pageOf', { verifier: verifier.name })}
      className="@container overflow-hidden rounded-panel border border-line bg-paper shadow-lift"
    >
      <div
        aria-hidden="true"
        className="flex items-center gap-2 border-b border-line bg-sand px-4 py-2.5 @max-[560px]:hidden"
      >
        <span className="flex gap-2 pr-2">
          <span className="size-2.5 rounded-full bg-line" />
          <span className="size-2.5 rounded-full bg-line" />
          <span className="size-2.5 rounded-full bg-line" />
        </span>
        <span className="inline-flex min-w-0 items-center gap-1.5 rounded-full bg-paper px-3.5 py-1 text-tiny text-mute">
          <Icon name="lock" size={13} />
          <span className="break-all">{addressOf(verifier.name)}</span>
        </span>
      </div>
      <div className={classNames('flex items-center gap-3 px-(--pad) py-2.5', look.bar)}>
        {verifier.icon ? (
          <img src={verifier.icon} alt="" width={36} height={36} className="size-9 rounded-[10px] bg-white/90 p-0.5" />
        ) : null}
        <p className="min-w-0 flex-1 font-semibold leading-tight">{verifier.name}</p>
        <Menu look={look} />
      </div>
      {isPictured ? (
        <div className="grid items-center gap-x-8 gap-y-5 p-(--pad) @min-[560px]:grid-cols-[1.15fr_1fr]">
          <img
            src={image}
            alt=""
            width={640}
            height={400}
            className={classNames(
              'aspect-[1.6] w-full rounded-2xl object-cover @min-[560px]:order-1',
              scene ? '@max-[560px]:hidden' : false,
            )}
          />
          <div className="@container grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
            {scene}
            {children}
          </div>
        </div>
      ) : (
        <div className="@container grid grid-cols-[minmax(0,1fr)] gap-(--gap) p-(--pad)">
          {children}
          {scene}
        </div>
      )}
    </section>
  )
}

/** .example addresses belong to no organisation (RFC 2606). */
function addressOf(name: string): string {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${words.replace(/^-|-$/g, '')}.example`
}

function Menu({ look }: { look: VerifierLook }) {
  const line = 'h-1.5 rounded-full bg-white/45'
  return (
    <span aria-hidden="true" className="flex items-center gap-3 @max-[560px]:hidden">
      {look.layout === 'shop' ? <span className="h-7 w-32 rounded-full bg-white/20" /> : null}
      {look.layout === 'counter' ? null : <span className={classNames(line, 'w-10')} />}
      <span className={classNames(line, 'w-14')} />
      <span className={classNames('h-6 w-16', look.layout === 'shop' ? 'rounded-full' : 'rounded-md', look.accent)} />
    </span>
  )
}
