/** Samples of Prometheus' text format: each name with its labels, and its value. */
export function readMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

/** The sum of the samples whose name and labels hold all of these. */
export function total(samples: Map<string, number>, name: string, ...labels: string[]): number {
  return [...samples]
    .filter(([key]) => key.replace(/\{.*/, '') === name && labels.every((label) => key.includes(label)))
    .reduce((sum, [, value]) => sum + value, 0)
}
