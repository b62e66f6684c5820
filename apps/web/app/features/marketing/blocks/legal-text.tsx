import { brand, contactAddress, persistedState } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { consentCookie } from '../../../consent/consent.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** A legal page as its JSON file has it. Texts may hold what {@link inline} reads. */
interface LegalPage {
  title: string
  /** As people write it: May 1, 2024. */
  effective: string
  lead: string
  sections: readonly {
    /** Anchor for links; stays when the title changes. */
    id: string
    title: string
    /** The section's message in one plain sentence. */
    inShort: string
    /** The details. */
    body: readonly Part[]
  }[]
}

/** A paragraph, a list, a table of stored data, or something of the page's own by its name. */
type Part = string | { list?: readonly string[]; facts?: readonly Fact[]; insert?: string }

/** @property kept the period, worded to follow 'Kept' */
type Fact = Readonly<Record<'name' | 'text' | 'kept', string>>

/** A legal page: numbered sections beside their table of contents, in a readable measure. */
export function LegalText({ page, inserts = {} }: { page: LegalPage; inserts?: Readonly<Record<string, ReactNode>> }) {
  const { title, effective, lead, sections } = page
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
          {sections.map(({ id, title, inShort, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="not-first:mt-12">
              <h2 id={`${id}-title`} className="text-heading">
                {index + 1}. {title}
              </h2>
              <p className="mt-4 grid grid-cols-[4px_1fr] gap-x-4 font-semibold">
                <span aria-hidden="true" className="dotted-path-down text-amber" />
                {inline(inShort)}
              </p>
              <div className="prose mt-4">{body.map((part) => partOf(part, inserts))}</div>
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

function partOf(part: Part, inserts: Readonly<Record<string, ReactNode>>): ReactNode {
  if (typeof part === 'string') return <p key={part}>{inline(part)}</p>
  if (part.facts) return <LegalFacts key={part.facts[0]?.name} facts={part.facts} />
  if (part.insert) return inserts[part.insert]
  return (
    <ul key={part.list?.[0]}>
      {part.list?.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </ul>
  )
}

/** Stored data with purpose and period: a table that fits a phone. */
function LegalFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    // Two columns exceed the measure of running text: they take the width beside the contents.
    <dl className="md:max-lg:w-168 xl:w-192 divide-y divide-line border-y border-line">
      {facts.map(({ name, text, kept }) => (
        <div key={text} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11fr_9fr] sm:grid-rows-[auto_1fr]">
          <dt className="min-w-0 font-semibold">{inline(name)}</dt>
          <dd className="text-pretty text-mute">{text}</dd>
          <dd className="text-pretty max-sm:mt-1 sm:col-start-2 sm:row-span-2 sm:row-start-1">
            <span className="text-mute">Kept </span>
            {kept}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const values = { brand, contactAddress, stateKey: persistedState.key, consentCookie: consentCookie.name }

/** A text with `{name}` of a value, `[words](address)` as a link, and technical names between backticks. */
function inline(text: string): ReactNode[] {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name])
  return filled.split(/(\[.+?\]\(.+?\)|`.+?`)/).map((piece) => {
    const [, words, address] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? []
    if (words)
      return (
        <a href={address} key={piece}>
          {words}
        </a>
      )
    if (!piece.startsWith('`')) return piece
    return (
      <code key={piece} className="break-words text-[0.875em] font-normal">
        {piece.slice(1, -1)}
      </code>
    )
  })
}
