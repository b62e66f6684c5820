import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withCriticalStyles } from './critical-styles.ts'

it('keeps the rules of what a page shows later, and drops those of no element', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'styles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const kept = [
    '.shown{color:red}',
    ':is(:where(.group):is([open],:popover-open,:open) .group-open\\:rotate-180){rotate:180deg}',
    '.aria-invalid\\:red[aria-invalid=true]{color:red}',
    '.\\[\\&\\[hidden\\]\\]\\:hidden[hidden]{display:none}',
    '.unmarked::-webkit-details-marker{display:none}',
  ]
  // A sheet below four kilobytes is kept whole.
  const dropped = `.dropped{content:"${'-'.repeat(4_096)}"}`
  await writeFile(join(folder, 'site.css'), [...kept, dropped].join('\n'))
  const html = await withCriticalStyles(
    folder,
    '/site.css',
  )(`<html><head><link rel="stylesheet" href="/site.css"></head>
    <body class="shown"><details class="group"><summary class="unmarked group-open:rotate-180">?</summary></details>
    <input class="aria-invalid:red"><button hidden class="[&[hidden]]:hidden"></button></body></html>`)
  for (const rule of kept) expect(html).toContain(rule)
  expect(html).not.toContain('dropped')
})
