/** Keyset pagination; other requests are served between two pages. @param read the page after a row, or the first one */
export async function* readPages<Row>(
  size: number,
  read: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
