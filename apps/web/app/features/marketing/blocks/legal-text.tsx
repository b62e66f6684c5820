import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

export interface LegalSection {
  /** Anchor for links; stays when the title changes. */
  id: string
  title: string
  /** The section's message in one plain sentence. */
  inShort: string
  /** The details. */
  body?: ReactNode
}

interface LegalTextProps {
  title: string
  /** As people write it: May 1, 2024. */
  effective: string
  lead: ReactNode
  sections: readonly LegalSection[]
}

/** A legal page: numbered sections beside their table of contents, in a readable measure. */
export function LegalText({ title, effective, lead, sections }: LegalTextProps) {
  return (
    <article className="wrap pt-[clamp(24px,5vw,72px)] pb-[clamp(48px,7vw,104px)]">
      <h1 className="text-display">{title}</h1>
      <p className="mt-5 text-mute">Effective {effective}</p>
      <p className="measure mt-4 text-lead">{lead}</p>
      <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-[17rem_1fr]">
        <nav
          aria-label="Contents"
          className="text-small lg:sticky lg:top-28 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto"
        >
          <h2 className="font-sans font-semibold">Contents</h2>
          <ol className="mt-2 gap-x-10 md:max-lg:columns-2">
            {sections.map((section, index) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex min-h-9 items-baseline gap-2 py-1.5 text-balance text-mute hover:text-ink pointer-coarse:min-h-11 pointer-coarse:py-2.5"
                >
                  <span className="w-6 shrink-0 tabular-nums">{index + 1}.</span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="measure min-w-0">
          {sections.map((section, index) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="not-first:mt-12"
            >
              <h2 id={`${section.id}-title`} className="text-heading">
                {index + 1}. {section.title}
              </h2>
              <p className="mt-4 grid grid-cols-[4px_1fr] gap-x-4 font-semibold">
                <span aria-hidden="true" className="dotted-path-down text-amber" />
                {section.inShort}
              </p>
              {section.body ? <div className="prose mt-4">{section.body}</div> : null}
            </section>
          ))}
          <Button to="/" variant="ghost" className="mt-14">
            <Icon name="back" size={18} />
            Back to Home
          </Button>
        </div>
      </div>
    </article>
  )
}
