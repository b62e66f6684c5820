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
      <pre className="px-5 py-4 font-mono text-[0.75rem] leading-relaxed whitespace-pre-wrap wrap-anywhere sm:text-[0.8125rem]">
        <code>
          {linesOf(request).map(({ text, depth, key }) => (
            <span key={key} className={`block -indent-[2ch] ${indents[depth]}`}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}

/** By depth. Long lines break and hang, so that nothing has to be scrolled sideways. */
const indents = ['pl-[2ch]', 'pl-[4ch]', 'pl-[6ch]', 'pl-[8ch]', 'pl-[10ch]'] as const

/** The lines of the JSON; the innermost lists and objects that fit on a short line stand on one. */
function linesOf(request: ProofRequest) {
  return JSON.stringify(request, null, 2)
    .replace(/[[{]\n[^[\]{}]*[\]}]/g, (part) => {
      const line = part.replace(/\s*\n\s*/g, ' ')
      return line.length <= 50 ? line : part
    })
    .replace(/\[\s+(\{ .* \})\s+\]/g, '[$1]')
    .split('\n')
    .map((line, number) => {
      const text = line.trimStart()
      return { text, depth: (line.length - text.length) / 2, key: number }
    })
}
