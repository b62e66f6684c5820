import { type ComponentType, type ReactNode, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'
import type { UploadDialogProps } from './upload-dialog.tsx'

/**
 * Loads the dialog on demand: it brings the content's schema and rules, which the page needs nowhere else.
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
