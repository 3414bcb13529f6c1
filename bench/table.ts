import type { Result, Spreads } from './frame.ts'

/** A result as a table for a terminal: medians, spread, bar, and whether it holds. */
export const tableOf = (result: Result, spreads: Spreads): string => {
  const percent = (spread: number) => `±${(spread * 100).toFixed(0)} %`
  const cells = result.rows.map((row, index) => {
    const spread = spreads[index]
    return [
      row.what,
      `${row.ours} ${row.unit} ${percent(spread?.ours ?? 0)}`,
      row.reference === null ? '' : `${row.reference} ${row.unit} ${percent(spread?.reference ?? 0)}`,
      row.ratio === null ? '' : row.ratio.toFixed(2),
      row.bar ?? '',
      row.holds === null ? '' : row.holds ? 'holds' : 'DOES NOT HOLD',
    ]
  })
  const table = [['what', 'ours', 'reference', 'ratio', 'bar', ''], ...cells]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    `${result.name}, ${result.date}`,
    result.machine,
    `noise of the machine during the run: ${percent(result.noise)}`,
    '',
    ...lines,
  ].join('\n')
}
