export type Batch = { table: string; names: string[]; rows: string[] }

const BATCH_BYTES = 1_000_000

/** The lines of a file: objects are parsed, rows are returned as text. @param unreadable creates the error for an invalid line */
export async function* readLines(source: AsyncIterable<Buffer>, unreadable: (error: unknown) => Error) {
  try {
    for await (const line of splitLines(source))
      yield line.startsWith('[') ? line : (JSON.parse(line) as object)
  } catch (error) {
    throw unreadable(error)
  }
}

/** Without `node:readline`, which also splits at U+2028, and rows may hold that. */
async function* splitLines(source: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

/** The rows after the header, in batches of about a megabyte. */
export async function* readBatches(lines: AsyncIterable<string | object>, endsEarly: () => Error) {
  let batch: Batch = { table: '', names: [], rows: [] }
  let bytes = 0
  let isWhole = false
  for await (const line of lines) {
    if (typeof line === 'string') {
      batch.rows.push(line)
      bytes += line.length
    }
    if (batch.rows.length > 0 && (typeof line !== 'string' || bytes > BATCH_BYTES)) {
      yield batch
      batch = { ...batch, rows: [] }
      bytes = 0
    }
    if (typeof line === 'string') continue
    const { table, columns, end } = line as { table: string; columns: string[]; end?: unknown }
    if (end) isWhole = true
    else batch = { table, names: columns, rows: [] }
  }
  if (!isWhole) throw endsEarly()
}
