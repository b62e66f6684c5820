import { Button } from '../../../ui/button.tsx'

/** Addresses by their buttons' words; the first is the page's main one. */
export type Actions = Readonly<Record<string, string>>

export const ActionLinks = ({ actions, size }: { actions: Actions; size?: 'large' }) =>
  Object.entries(actions).map(([words, to], index) => (
    <Button key={words} to={to} size={size} variant={index === 0 ? 'primary' : 'ghost'}>
      {words}
    </Button>
  ))
