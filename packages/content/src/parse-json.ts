import type { Report } from './problem.ts'

/** @returns undefined for what is no JSON, which is reported with its place if the engine names one */
export function parseJson(text: string, report: Report): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = placeIn(text, String(error))
    if (place) report([], 'notJsonAt', place)
    else report([], 'notJson')
    return undefined
  }
}

/** Reads the place alone from an engine's message, which is English in every language. */
function placeIn(text: string, engineSays: string): { line: number; column: number } | undefined {
  const [, line, column] = /line (\d+) column (\d+)/.exec(engineSays) ?? []
  if (line && column) return { line: Number(line), column: Number(column) }
  const [, position] = /at position (\d+)/.exec(engineSays) ?? []
  if (!position) return undefined
  const lines = text.slice(0, Number(position)).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
