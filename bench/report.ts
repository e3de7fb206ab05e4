/** One line of the report: what was measured, beside its limit from the same run. */
export type Figure = {
  name: string
  value: string
  limit?: string
  ratio?: number
  atLeast?: number
  atMost?: number
}

export function print(title: string, figures: Figure[]) {
  console.log(`\n${title}`)
  for (const { name, value, limit, ratio, atLeast, atMost } of figures) {
    const beside = limit === undefined ? '' : `   limit ${limit}`
    const comparison =
      ratio === undefined ? '' : `   ratio ${ratio.toFixed(2)}${bound(ratio, atLeast, atMost)}`
    console.log(`  ${name.padEnd(46)} ${value}${beside}${comparison}`)
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function bound(ratio: number, atLeast?: number, atMost?: number): string {
  if (atLeast !== undefined) return ` (${ratio >= atLeast ? 'ok' : 'MISSED'}: at least ${atLeast})`
  if (atMost !== undefined) return ` (${ratio <= atMost ? 'ok' : 'MISSED'}: at most ${atMost})`
  return ''
}
