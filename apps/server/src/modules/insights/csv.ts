export type Cell = string | number | null

/** A cell that a spreadsheet would take for a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180) with its line end. Text that a spreadsheet would run is put behind an apostrophe;
 * numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvFile = (lines: readonly (readonly Cell[])[]) => lines.map(csvLine).join('')
