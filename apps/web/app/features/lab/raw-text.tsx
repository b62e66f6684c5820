import type { PresentationRecord } from '@lastmile/lab/linker'
import { UnderlinedSummary } from '../../ui/underlined-summary.tsx'
import { asText } from './received.ts'

/** Something as it crossed the wire, folded. */
export function RawText({ label, received }: { label: string; received: PresentationRecord['presentation'] }) {
  return (
    <details>
      <UnderlinedSummary>{label}</UnderlinedSummary>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto rounded-xl border border-line bg-sand p-4"
      >
        <pre translate="no" className="whitespace-pre-wrap text-tiny wrap-anywhere">
          {asText(received)}
        </pre>
      </section>
    </details>
  )
}
