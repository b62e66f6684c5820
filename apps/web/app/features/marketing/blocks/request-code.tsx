import type { ProofRequest } from '@lastmile/contracts'

interface RequestCodeProps {
  /** The request's subject and recipient. */
  caption: string
  request: ProofRequest
}

/** A proof request as JSON, in a dark frame on every background. */
export function RequestCode({ caption, request }: RequestCodeProps) {
  return (
    <figure className="overflow-hidden rounded-panel bg-[#0b1411] text-[#eef3ee] inset-ring inset-ring-[#22362d]">
      <figcaption className="border-b border-[#22362d] px-5 py-3 text-small text-[#a3b5ad]">{caption}</figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
        tabIndex={0}
        aria-label={caption}
        className="overflow-x-auto focus-visible:-outline-offset-3 focus-visible:outline-[#8fe0bd]"
      >
        <pre className="w-max px-5 py-4 font-mono text-[0.75rem] leading-relaxed sm:text-[0.8125rem]">
          <code>{compactJson(request)}</code>
        </pre>
      </section>
    </figure>
  )
}

/** Indented JSON; innermost lists and objects that fit take one line. */
function compactJson(request: ProofRequest) {
  return JSON.stringify(request, null, 2)
    .replace(/[[{]\n[^[\]{}]*[\]}]/g, (part) => {
      const line = part.replace(/\s*\n\s*/g, ' ')
      return line.length <= 50 ? line : part
    })
    .replace(/\[\s+(\{ .* \})\s+\]/g, '[$1]')
}
