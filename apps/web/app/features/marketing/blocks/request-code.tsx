import type { ProofRequest } from '@lastmile/contracts'

interface RequestCodeProps {
  /** What is shown and where it goes. */
  caption: string
  request: ProofRequest
}

/** A proof request as a system sends it; in a dark frame of its own on every ground. */
export function RequestCode({ caption, request }: RequestCodeProps) {
  return (
    <figure className="overflow-hidden rounded-panel bg-[#0b1411] text-[#eef3ee] inset-ring inset-ring-[#22362d]">
      <figcaption className="border-b border-[#22362d] px-5 py-3 text-small text-[#a3b5ad]">{caption}</figcaption>
      {/* Long lines break, so that nothing has to be scrolled sideways. */}
      <pre className="px-5 py-4 font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere">
        <code>{written(request)}</code>
      </pre>
    </figure>
  )
}

/** JSON with an indent of two; the innermost lists and objects that fit on a line stand on one. */
function written(request: ProofRequest): string {
  return JSON.stringify(request, null, 2)
    .replace(/[[{]\n[^[\]{}]*[\]}]/g, (part) => {
      const line = part.replace(/\s*\n\s*/g, ' ')
      return line.length <= 60 ? line : part
    })
    .replace(/\[\s+(\{ .* \})\s+\]/g, '[$1]')
}
