import { Html, html } from '../../platform/pages/html.ts'
import { bar, columnChart } from './charts.ts'
import { document, insightsPath } from './document.ts'
import { columnName, type Period, presets } from './period.ts'
import type { Funnel, Insights, Part, Series, UseCaseCount } from './service.ts'

const withConsent = 'visitors who agreed to analytics'
const fromRecords = 'server records'

/** @param problem what could not be read, when the page shows something else than was asked for */
export function insightsPage(insights: Insights, stylesheets: readonly string[], problem?: string): string {
  const { period, visits, connections, credentialsIssued, proofsVerified, proofsRefused, contactMessages } = insights
  const started = insights.funnels.reduce((sum, funnel) => sum + funnel.started, 0)
  return document(
    'Insights',
    stylesheets,
    true,
    html`<div class="path"></div>
<div class="head">
<div><h1>Insights</h1><p class="mute">${periodText(period)}</p></div>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
${periodPicker(period)}
</div>
<dl class="tiles">
${tile('Visits', visits.total, withConsent)}
${tile('Wallets connected', connections.total, fromRecords)}
${tile('Credentials issued', credentialsIssued.total, fromRecords)}
${tile('Proofs verified', proofsVerified.total, fromRecords)}
${tile('Contact messages', contactMessages.total, fromRecords)}
</dl>
<p class="note">Visits, journeys, use cases and pages count only visitors who agreed to analytics, and only the last ${insights.keptDays} days. Wallets, credentials, proofs and messages are the server’s own records, of everybody.</p>

<section aria-labelledby="time">
<h2 id="time">Over time</h2>
<div class="panels">
${timePanel('Visits', withConsent, period, [['Visits', visits]])}
${timePanel('Credentials issued', fromRecords, period, [
  ['Issued', credentialsIssued],
  ['Wallets connected', connections],
])}
${timePanel('Proofs verified', fromRecords, period, [
  ['Verified', proofsVerified],
  ['Refused', proofsRefused],
])}
${timePanel('Contact messages', fromRecords, period, [['Messages', contactMessages]], 'Messages are deleted after 30 days, so older days show fewer.')}
</div>
</section>

<section aria-labelledby="funnels">
<h2 id="funnels">Onboarding, step by step</h2>
<p class="note">Of ${withConsent}: how many came to the end of each step or further, and how many left before it.</p>
${started > 0 && html`<ul class="key"><li>${keyMark('column')}came this far</li><li>${keyMark('lost')}left before this step</li></ul>`}
<div class="panels">${insights.funnels.map(funnelPanel)}</div>
</section>

<section aria-labelledby="use-cases">
<h2 id="use-cases">Use cases</h2>
<p class="note">Of ${withConsent}.</p>
<div class="panels">${byCharacter(insights.useCases).map(([name, useCases]) => useCasePanel(name, useCases))}</div>
</section>

<section aria-labelledby="visits">
<h2 id="visits">Visits</h2>
<p class="note">Of ${withConsent}.</p>
<div class="panels">
${sharesPanel(
  'Pages',
  'Page',
  insights.pages.map(({ path, visits: count }) => ({ name: path, visits: count })),
  visits.total,
)}
${sharesPanel('Where they began', 'Page', insights.parts.entry, visits.total)}
${sharesPanel('Devices', 'Device', insights.parts.device, visits.total)}
${sharesPanel('Wallets chosen', 'Wallet', insights.parts.wallet, visits.total)}
${sharesPanel('Light or dark', 'Theme', insights.parts.theme, visits.total)}
</div>
</section>

<section aria-labelledby="files">
<h2 id="files">Files for a spreadsheet</h2>
<ul class="files">
${Object.entries(fileNames).map(([file, name]) => html`<li><a class="button" href="${insightsPath}/${file}.csv?${new Html(periodQuery(period))}">${name} (CSV)</a></li>`)}
</ul>
<p class="note">All times are UTC.</p>
</section>`,
  )
}

const fileNames = {
  activity: 'Activity over time',
  funnel: 'Onboarding steps',
  'use-cases': 'Use cases',
  pages: 'Pages',
  visits: 'Visits by kind',
  events: 'Every event',
}

/** Only words of ours and digits: nothing in it needs escaping. */
const periodQuery = ({ preset, days }: Period) =>
  preset === 'custom' ? `period=custom&amp;from=${days.from}&amp;to=${days.to}` : `period=${preset}`

function periodText({ preset, days, from, to }: Period): string {
  const time = (iso: string) => new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  if (preset === '24h') {
    const hour = (iso: string) => iso.slice(11, 16)
    return `${time(from)}, ${hour(from)}, to ${time(to)}, ${hour(to)} (UTC)`
  }
  return days.from === days.to ? `${time(days.from)} (UTC)` : `${time(days.from)} to ${time(days.to)} (UTC)`
}

function periodPicker({ preset, days }: Period): Html {
  return html`<div class="periods">
<nav aria-label="Period"><ul>${Object.entries(presets).map(
    ([key, name]) =>
      html`<li><a class="button" href="${insightsPath}?period=${key}"${key === preset && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>
<form action="${insightsPath}">
<input type="hidden" name="period" value="custom">
<div><label for="from">From</label><input id="from" type="date" name="from" value="${days.from}" required></div>
<div><label for="to">To</label><input id="to" type="date" name="to" value="${days.to}" required></div>
<button class="button"${preset === 'custom' && html` aria-current="true"`}>Show these days</button>
</form>
</div>`
}

const tile = (name: string, count: number, source: string) =>
  html`<div><dt>${name}</dt><dd>${number(count)}</dd><dd class="source">${source}</dd></div>`

function panel(name: string, source: string | undefined, ...content: (Html | false)[]): Html {
  return html`<div class="panel">
<div class="title"><h3>${name}</h3>${source !== undefined && html`<span class="source">${source}</span>`}</div>
${content}
</div>`
}

/** The first cell of a row is its head. */
function table(heads: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  return html`<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody>
</table>`
}

const none = html`<p class="mute">None in this period.</p>`

/** A chart of the first series, and a table of all. */
function timePanel(
  name: string,
  source: string,
  { unit }: Period,
  series: readonly (readonly [string, Series])[],
  note?: string,
): Html {
  const [, shown] = series[0] ?? ['', { total: 0, byColumn: [] }]
  const columns = shown.byColumn.map(({ column, count }) => ({ name: columnName(column, unit), count }))
  const when = { hour: 'Hour', day: 'Day', month: 'Month' }[unit]
  const rows = columns.map((column, index) => [
    column.name,
    ...series.map(([, { byColumn }]) => number(byColumn[index]?.count ?? 0)),
  ])
  return panel(
    `${name}: ${number(shown.total)}`,
    source,
    shown.total === 0
      ? none
      : columnChart(
          columns,
          `${name} by ${when.toLowerCase()}, ${shown.total} in all. The table below has the numbers.`,
        ),
    note !== undefined && html`<p class="mute">${note}</p>`,
    html`<details><summary>Numbers as a table</summary><div tabindex="0" role="region" aria-label="${name}, table">${table(
      [when, ...series.map(([head]) => head)],
      rows,
    )}</div></details>`,
  )
}

function funnelPanel({ name, started, completed, steps }: Funnel): Html {
  if (started === 0) return panel(name, 'nobody started')
  const rows = steps.map(({ name: step, visits, lost }) => [
    html`${stepName(step)}${bar(visits, started, lost)}`,
    number(visits),
    share(visits, started),
    lost > 0 ? number(lost) : '–',
  ])
  const finished = `${number(completed)} of ${number(started)} finished (${share(completed, started)})`
  return panel(name, finished, table(['Step', 'Visits', 'Of all', 'Left'], rows))
}

function useCasePanel(name: string, useCases: readonly UseCaseCount[]): Html {
  const most = Math.max(...useCases.map(({ started }) => started))
  const rows = useCases.map(({ name: useCase, started, completed }) => [
    html`${useCase}${bar(completed, most, Math.max(0, started - completed))}`,
    number(started),
    number(completed),
  ])
  return panel(name, undefined, table(['Use case', 'Started', 'Completed'], rows))
}

function sharesPanel(name: string, what: string, parts: readonly Part[], of: number): Html {
  const rows = parts.map(({ name: part, visits }) => [
    html`${part}${bar(visits, of)}`,
    number(visits),
    share(visits, of),
  ])
  return panel(name, undefined, rows.length === 0 ? none : table([what, 'Visits', 'Of all'], rows))
}

function byCharacter(useCases: readonly UseCaseCount[]): [string, UseCaseCount[]][] {
  const groups = new Map<string, UseCaseCount[]>()
  for (const useCase of useCases) groups.set(useCase.character, [...(groups.get(useCase.character) ?? []), useCase])
  return [...groups]
}

/** `ACCEPT_CREDENTIAL_2` → `Accept credential 2`. */
function stepName(screen: string): string {
  const words = screen.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const keyMark = (kind: 'column' | 'lost') =>
  html`<svg aria-hidden="true" width="14" height="12"><rect class="${kind}" width="14" height="12" rx="3"/></svg>`

const number = (count: number) => count.toLocaleString('en')
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`)
