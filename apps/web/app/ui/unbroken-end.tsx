/** Keeps the last word on one line: a date must not break at its hyphens. */
export function UnbrokenEnd({ children: text }: { children: string }) {
  const end = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, end)}
      <span className="whitespace-nowrap">{text.slice(end)}</span>
    </>
  )
}
