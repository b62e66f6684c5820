import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand, pageLocale, pageTransition } from '@lastmile/contracts/site'
import { Html, html } from './html.ts'

interface ServerDocument {
  title: string
  /** Addresses of the site's own, for its colours and letters. */
  stylesheets: readonly string[]
  /** Rules of this page. */
  style: string
  /** Beside the brand, at the top. */
  tools?: Html
  content: Html
}

/** A page that the server writes itself, for operators and developers: no script, one style inside. */
export function serverDocument({ title, stylesheets, style, tools, content }: ServerDocument): string {
  return html`<!doctype html>
<html lang="${pageLocale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} | ${brand}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${stylesheets.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<style>${new Html(styleOf(style))}</style>
</head>
<body>
<header class="top">
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="36" height="36">${brand}</a>
${tools}
</header>
<main>
${content}
</main>
</body>
</html>
`.text
}

/** For the content security policy: the style inside such a page. */
export const styleHash = (style: string) => `'sha256-${createHash('sha256').update(styleOf(style)).digest('base64')}'`

const styleOf = (style: string) => pageTransition + frameStyle + style

/** The site's own stylesheets, as the application's documents name them. */
export function siteStylesheets(webDir: string): string[] {
  const screen = join(webDir, '__screens/demo/index.html')
  if (!existsSync(screen)) return []
  const links = readFileSync(screen, 'utf8').matchAll(/<link(?=[^>]*\srel="stylesheet")[^>]*\shref="(\/[^"]+)"/g)
  return [...links].flatMap((link) => link[1] ?? [])
}

/** Colours and letters are the site's own: its stylesheet comes before. */
const frameStyle = `
body { margin: 0; font-size: 1rem; line-height: 1.5; }
main, .top { box-sizing: border-box; width: 100%; max-width: 75rem; margin-inline: auto; padding-inline: clamp(20px, 4vw, 40px); }
main { padding-block: 8px 64px; }
a { color: var(--forest); text-underline-offset: 4px; text-decoration: underline; }
h1, h2, h3, p, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; }
h1 { font-size: clamp(1.75rem, 1.5rem + 1.1vw, 2.375rem); line-height: 1.15; letter-spacing: -0.015em; }
h2 { font-size: 1.375rem; line-height: 1.2; letter-spacing: -0.01em; }
h3 { font: 600 1.0625rem / 1.35 var(--font-sans, sans-serif); }
.mute, .note { color: var(--mute); font-size: 0.9375rem; }

.top { display: flex; align-items: center; gap: 12px; min-height: 76px; }
.brand { display: flex; flex: 1; align-items: center; gap: 12px; min-height: 44px; color: var(--ink); font-weight: 600; line-height: 1.25; text-decoration: none; }
.path { height: 4px; margin-bottom: 32px; color: var(--leaf); background: radial-gradient(circle, currentColor 1.6px, transparent 1.9px) 0 50% / 8px 4px round no-repeat; }
@media (width < 30rem) { .brand { font-size: 0.9375rem; } }

section { margin-top: 48px; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
th, td { padding: 9px 0 9px 14px; border-top: 1px solid var(--line); text-align: right; vertical-align: top; font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; text-align: left; overflow-wrap: anywhere; }
thead th { border-top: 0; color: var(--mute); font-size: 0.8125rem; vertical-align: bottom; }
td, thead th { white-space: nowrap; }
tbody th { width: 56%; }
@media (width < 30rem) { th, td { padding-left: 10px; } }
`
