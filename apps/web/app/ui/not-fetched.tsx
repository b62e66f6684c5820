import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { ReloadButton } from './reload-button.tsx'

interface NotFetchedProps {
  title: string
  /** The label of the button that loads the page again. */
  reload: string
  children: ReactNode
}

/** Replaces a component whose code failed to load despite retries. */
export function NotFetched({ title, reload, children }: NotFetchedProps) {
  return (
    <Notice tone="danger" title={title} action={<ReloadButton size="small">{reload}</ReloadButton>}>
      {children}
    </Notice>
  )
}
