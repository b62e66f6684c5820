import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { download } from './download.ts'
import { Icon } from './icon.tsx'

interface SaveButtonProps {
  /** The button's label. */
  children: ReactNode
  /** The file's content. */
  sheet: ReactNode
  title: string
  fileName: string
}

/** Saves a sheet as a page that opens in any browser, without scripts or anything from elsewhere. */
export function SaveButton({ children, sheet, title, fileName }: SaveButtonProps) {
  const [paper, setPaper] = useState<HTMLElement>()
  useEffect(() => {
    if (!paper) return
    download(new Blob([documentOf(title, paper.innerHTML)], { type: 'text/html' }), fileName)
    setPaper(undefined)
  }, [paper, title, fileName])
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setPaper(document.createElement('body'))}>
        <Icon name="download" size={18} />
        {children}
      </Button>
      {paper ? createPortal(sheet, paper) : null}
    </>
  )
}

const looks = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; color: #1b1b16 }
h1, h2, h3 { line-height: 1.2 }
dt { color: #5d5d52; font-size: 0.875rem; margin-top: 0.75rem }
dd { margin: 0 }
svg { display: none }
`

/** @param body is markup that React made: its texts are escaped */
const documentOf = (title: string, body: string) => {
  const named = document.createElement('title')
  named.textContent = title
  return `<!doctype html><html lang="${document.documentElement.lang}"><meta charset="utf-8">${named.outerHTML}<style>${looks}</style><body>${body}</body></html>`
}
