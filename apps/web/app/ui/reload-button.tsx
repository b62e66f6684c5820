import { type ComponentProps, useState } from 'react'
import type { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'

type Looks = Pick<ComponentProps<typeof Button>, 'children' | 'size' | 'variant'>

/** Loads the page again once the site answers: in vain, that would leave the browser's own error page. */
export function ReloadButton(looks: Looks & Partial<ReturnType<typeof pressed>>) {
  const [isBusy, setBusy] = useState(false)
  const reload = async () => {
    setBusy(true)
    if (await siteAnswers()) location.reload()
    setBusy(false)
  }
  return <Button {...looks} busy={isBusy} onClick={reload} />
}

/** Proxies answer with 502 and 504 for a server that is away. */
const siteAnswers = () =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
