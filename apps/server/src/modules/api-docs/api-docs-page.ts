import { type Html, html } from '../../platform/pages/html.ts'
import { serverDocument } from '../../platform/pages/server-document.ts'
import { type Field, fieldsOf, type JsonSchema, typeText } from './schema-fields.ts'

/** The part of an OpenAPI document that the page reads. */
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
}

interface Content {
  description?: string
  content?: Record<string, { schema?: JsonSchema }>
}

interface Operation {
  summary?: string
  tags?: string[]
  requestBody?: Content
  responses?: Record<string, Content>
}

interface Route extends Operation {
  id: string
  method: string
  path: string
}

/** Every route of the API, readable without JavaScript: what it takes, what it answers. */
export function apiDocsPage(api: ApiDescription, publicUrl: string, stylesheets: readonly string[]): string {
  const routes = routesOf(api)
  const tags = [...new Set(routes.map(tagOf))]
  return serverDocument({
    title: 'API of the demo',
    stylesheets,
    style: apiDocsStyle,
    content: html`<div class="path"></div>
<h1>API of the demo</h1>
<p class="lead">What the pages of this site call, and wallets by OpenID4VC, open to anybody who wants to build on it or look behind it. Addresses begin with <code>${publicUrl}</code>. The same as an <a href="/docs/openapi.json">OpenAPI document</a>.</p>
<ul class="facts">
<li>There are no accounts. The first call to <code>/demo</code> sets a cookie, and what is made belongs to whoever sends it; what is another visitor’s answers 404.</li>
<li>Bodies and answers are JSON. A failure is <code>{ "error": { "code", "message" } }</code>: the code is for programs, the message for people. The contact form’s is <code>{ "success": false, "message" }</code>, and that of calls by wallets <code>{ "error", "error_description" }</code>.</li>
<li>429 and 503 say in <code>Retry-After</code> when to come back.</li>
<li>Live news comes over Socket.IO at <code>/demo/socket/</code>: send <code>subscribe</code> with a <code>connectionId</code> or a <code>proofId</code>, listen for <code>message</code>.</li>
</ul>
<nav aria-label="Routes">
${tags.map(
  (tag) => html`<h2>${tag}</h2>
<ul class="routes">${routes.filter((route) => tagOf(route) === tag).map((route) => html`<li><a href="#${route.id}">${signature(route)}</a><span class="mute">${route.summary ?? ''}</span></li>`)}</ul>`,
)}
</nav>
${routes.map(routeSection)}`,
  })
}

function routesOf({ paths }: ApiDescription): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      id: `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`.replace(/-$/, ''),
    })),
  )
}

const tagOf = (route: Route) => route.tags?.[0] ?? 'More'

const signature = ({ method, path }: Route) =>
  html`<code><b class="method">${method}</b> ${path.split('/').flatMap((part, index) => (index === 0 ? [part] : [html`/<wbr>`, part]))}</code>`

function routeSection(route: Route): Html {
  const body = schemaOf(route.requestBody)
  const answers = Object.entries(route.responses ?? {}).filter(([status]) => /^2\d\d$/.test(status))
  return html`<section aria-labelledby="${route.id}">
<h2 id="${route.id}">${signature(route)}</h2>
<p>${route.summary ?? ''}</p>
${body && fieldTable('Send', body)}
${answers.map(([status, answer]) => {
  const schema = schemaOf(answer)
  return schema && schema.type !== 'null'
    ? fieldTable(`Answer ${status}`, schema)
    : html`<p class="mute">Answer ${status}, without a body.</p>`
})}
</section>`
}

const schemaOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

function fieldTable(caption: string, schema: JsonSchema): Html {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return html`<p class="mute">${caption}: ${typeText(schema)}.</p>`
  return html`<table>
<caption>${caption}${schema.type === 'array' ? ', a list' : ''}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">What it is</th></tr></thead>
<tbody>${fields.map(fieldRow)}</tbody>
</table>`
}

const fieldRow = ({ name, type, isRequired, rules, description }: Field) => html`<tr>
<th scope="row"><code>${name.replaceAll('.', '.\u200b')}</code>${!isRequired && html` <span class="mute">may be left out</span>`}</th>
<td>${[type, ...rules].join('; ')}${description !== undefined && html`<br><span class="mute">${description}</span>`}</td>
</tr>`

/** Style of this page alone; the frame has its own. */
export const apiDocsStyle = `
.lead { max-width: 65ch; font-size: 1.125rem; margin-top: 12px; }
.facts { max-width: 65ch; margin: 20px 0 0; padding-left: 1.25em; color: var(--mute); list-style: disc; }
.facts li + li { margin-top: 6px; }
nav h2 { margin-top: 32px; font: 600 1.0625rem/1.35 var(--font-sans, sans-serif); }
.routes { display: grid; gap: 2px; margin: 8px 0 0; padding: 0; list-style: none; }
.routes li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 16px; }
.routes a { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none; }
.routes a:hover { text-decoration: underline; }
code { font-size: 0.9375em; overflow-wrap: anywhere; }
.method { color: var(--forest); }
section { border-top: 1px solid var(--line); padding-top: 28px; scroll-margin-top: 8px; }
section > h2 { font: 600 1.125rem/1.35 var(--font-sans, sans-serif); }
section > p { max-width: 65ch; margin-top: 6px; }
table { table-layout: fixed; margin-top: 20px; }
caption { padding-bottom: 4px; text-align: left; font-weight: 600; }
th, td, th:first-child, td:first-child { white-space: normal; text-align: left; overflow-wrap: anywhere; }
tbody th, thead th:first-child { width: 46%; }
`
