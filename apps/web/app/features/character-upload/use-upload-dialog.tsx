import { type ComponentType, type ReactNode, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'
import type { UploadDialogProps } from './upload-dialog.tsx'

/**
 * The dialog comes with the schema and the rules of content, which nobody else on the page needs, so it is loaded when it
 * is asked for.
 *
 * @param expected the slug that the file must have
 */
export function useUploadDialog(expected?: string): { open: () => void; element: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<UploadDialogProps>>()
  const [state, setState] = useState<'closed' | 'open' | 'notLoaded'>('closed')

  const open = async () => {
    try {
      const { UploadDialog } = await import('./upload-dialog.tsx')
      setDialog(() => UploadDialog)
      setState('open')
    } catch {
      setState('notLoaded')
    }
  }

  return {
    open: () => void open(),
    element: (
      <>
        {state === 'open' && Dialog ? <Dialog expected={expected} onClose={() => setState('closed')} /> : null}
        {state === 'notLoaded' ? <Notice tone="danger">{t('notLoaded')}</Notice> : null}
      </>
    ),
  }
}
