/** Style of the operator's pages; the frame has its own. */
export const insightsStyle = `
.note { max-width: 65ch; }
h2 + .note { margin-top: 4px; }

.button { display: inline-flex; align-items: center; justify-content: center; box-sizing: border-box; min-height: 44px; padding: 0 18px; border: 1.5px solid var(--edge); border-radius: 12px; background: transparent; color: var(--ink); font: 600 0.9375rem/1.2 var(--font-sans, sans-serif); text-decoration: none; cursor: pointer; }
.button:hover { border-color: var(--forest); color: var(--forest); }
.button.primary, .button[aria-current] { border-color: var(--forest); background: var(--forest); color: var(--on-forest); }
.button.primary:hover { background: var(--forest-strong); }
label { display: block; font-weight: 600; font-size: 0.9375rem; }
input { box-sizing: border-box; min-height: 44px; padding: 0 12px; border: 1.5px solid var(--edge); border-radius: 12px; background: var(--paper); color: var(--ink); font: inherit; }
input:user-invalid { border-color: var(--clay); }

.head { display: grid; gap: 20px; margin-bottom: 32px; }
.periods { display: flex; flex-wrap: wrap; align-items: end; gap: 12px 32px; }
.periods ul { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none; }
.periods form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 12px; }
.periods form div { flex: 1 1 8.5rem; min-width: 0; }
.periods input { width: 100%; min-width: 0; }
.problem { max-width: 65ch; padding: 14px 18px; border-radius: 14px; background: var(--clay-soft); color: var(--ink); }

.tiles { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 12px; margin-bottom: 24px; }
@media (width < 48rem) { .tiles { grid-template-columns: 1fr 1fr; } .tiles > :first-child { grid-column: 1 / -1; } }
.tiles > div { display: flex; flex-direction: column; gap: 2px; padding: 16px 18px; border-radius: 20px; background: var(--sand); }
.tiles dt { order: 2; font-weight: 600; font-size: 0.9375rem; }
.tiles dd { order: 1; font: 600 2.25rem/1.1 var(--font-display, serif); letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tiles dd.source { order: 3; font: 400 0.8125rem/1.4 var(--font-sans, sans-serif); letter-spacing: 0; text-wrap: balance; }
.source { color: var(--mute); font-size: 0.8125rem; }

.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 20px; align-items: start; margin-top: 20px; }
.panel { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; padding: clamp(18px, 2.4vw, 28px); border: 1px solid var(--line); border-radius: 24px; background: var(--paper); }
.title { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 2px 16px; }

svg { display: block; overflow: visible; }
.chart text { fill: var(--mute); font: 400 0.8125rem var(--font-sans, sans-serif); font-variant-numeric: tabular-nums; }
.chart .count { fill: var(--ink); font-weight: 600; }
.grid { stroke: var(--line); }
.column { fill: var(--leaf); }
.hit { fill: transparent; }
g:hover .column { fill: var(--forest-strong); }
.track { fill: var(--sand); }
.lost { fill: var(--amber); }
.bar { margin-top: 6px; }

@media (width < 30rem) { .top .button { padding-inline: 12px; } }
details > div { max-height: 22rem; overflow: auto; margin-top: 8px; }
summary { display: flex; align-items: center; min-height: 44px; width: fit-content; color: var(--forest); font-weight: 600; font-size: 0.9375rem; cursor: pointer; }
summary::before { content: "+"; width: 1.1em; font-weight: 400; }
details[open] summary::before { content: "\\2212"; }
.key { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 12px 0 0; padding: 0; list-style: none; color: var(--mute); font-size: 0.9375rem; }
.key svg { display: inline-block; margin-right: 8px; }
.files { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 12px; padding: 0; list-style: none; }

.sign-in { display: grid; justify-items: start; gap: 20px; max-width: 26rem; margin: clamp(24px, 10vh, 120px) auto 0; }
.sign-in form { display: grid; gap: 8px; width: 100%; }
.sign-in .button { margin-top: 12px; }

@media print {
  .periods, .files, .top form, summary { display: none; }
  .panel { break-inside: avoid; }
}
`
