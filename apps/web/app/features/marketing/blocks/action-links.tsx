import { Button, type ButtonVariant } from '../../../ui/button.tsx'

/** Addresses by their buttons' words. */
export type Actions = Readonly<Record<string, string>>

interface ActionLinksProps {
  actions: Actions
  size?: 'large'
  /** Of the first, which is the page's main one unless told otherwise. */
  variant?: ButtonVariant
}

export const ActionLinks = ({ actions, size, variant = 'primary' }: ActionLinksProps) =>
  Object.entries(actions).map(([words, to], index) => (
    <Button key={words} to={to} size={size} variant={index === 0 ? variant : 'ghost'}>
      {words}
    </Button>
  ))
