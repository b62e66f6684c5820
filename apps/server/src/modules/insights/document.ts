import { type Html, html } from '../../platform/pages/html.ts'
import { serverDocument } from '../../platform/pages/server-document.ts'
import { insightsStyle } from './style.ts'

export const insightsPath = '/server/insights'

/** The frame of the operator's pages. @param stylesheets addresses of the site's own */
export function document(title: string, stylesheets: readonly string[], signedIn: boolean, content: Html): string {
  const tools = signedIn
    ? html`<form method="post" action="${insightsPath}/sign-out"><button class="button">Sign out</button></form>`
    : undefined
  return serverDocument({ title, stylesheets, style: insightsStyle, tools, content })
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
      problem !== undefined && html` autofocus aria-describedby="problem" aria-invalid="true"`
    }>
<button class="button primary">Sign in</button>
</form>
</div>`,
  )
}
