import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface NotFetchedProps {
  title: string
  /** The label of the button that loads the page again. */
  reload: string
  children: ReactNode
}

/** Replaces a component whose code failed to load despite retries. */
export function NotFetched({ title, reload, children }: NotFetchedProps) {
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        <Button size="small" onClick={() => location.reload()}>
          {reload}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
