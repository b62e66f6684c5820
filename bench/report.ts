export const say = (text = '') => process.stdout.write(`${text}\n`)

/** A line of a table: what it is about, and figures in columns. */
export const row = (name: string, figures: string[] = []) =>
  say(name.padEnd(44) + figures.map((each) => each.padStart(12)).join(''))

export const ms = (figure: number) => `${figure.toFixed(1)} ms`

export const ratio = (figure: number, beside: number) => `${(figure / beside).toFixed(2)} ×`
