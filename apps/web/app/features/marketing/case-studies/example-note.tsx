/** Marks a case study as an example, not a real event. */
export function ExampleNote({ children }: { children: string }) {
  return (
    <p className="mt-8 flex max-w-[40em] flex-wrap items-center gap-x-3 gap-y-2 text-small text-mute">
      <span className="rounded-full bg-amber-soft px-3 py-1 text-tiny font-semibold text-ink">
        Illustrative example
      </span>
      {children}
    </p>
  )
}
