/** A link within running text. */
export const TextLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="font-semibold underline decoration-1 underline-offset-4 hover:decoration-2">
    {children}
  </a>
)
