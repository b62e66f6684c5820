import { createHash } from 'node:crypto'
import { brand } from '@lastmile/contracts'
import { Html, html } from './html.ts'
import { insightsStyle } from './style.ts'

export const insightsPath = '/server/insights'

/** For the content security policy: the one style inside these pages. */
export const insightsStyleHash = `'sha256-${createHash('sha256').update(insightsStyle).digest('base64')}'`

/** The frame of the operator's pages. @param stylesheets addresses of the site's own */
export function document(title: string, stylesheets: readonly string[], signedIn: boolean, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} | ${brand}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${stylesheets.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<style>${new Html(insightsStyle)}</style>
</head>
<body>
<header class="top">
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="36" height="36">${brand}</a>
${signedIn && html`<form method="post" action="${insightsPath}/sign-out"><button class="button">Sign out</button></form>`}
</header>
<main>
${content}
</main>
</body>
</html>
`.text
}

/** @param problem why the last attempt failed */
export function signInPage(stylesheets: readonly string[], problem?: string): string {
  return document(
    'Sign in to insights',
    stylesheets,
    false,
    html`<div class="sign-in">
<h1>Insights</h1>
<p class="mute">For the operator of this site: visits, journeys, credentials and messages, as numbers.</p>
${problem !== undefined && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
<form method="post" action="${insightsPath}/sign-in">
<label for="passcode">Passcode</label>
<input id="passcode" name="passcode" type="password" required maxlength="200" autocomplete="current-password"${
      problem !== undefined && html` aria-describedby="problem" aria-invalid="true"`
    }>
<button class="button primary">Sign in</button>
</form>
</div>`,
  )
}
