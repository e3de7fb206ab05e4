/** ustar, so that `tar --zstd -xf` opens a backup: no links, no owners, names of at most 100 bytes. */
type Bytes = AsyncIterable<Buffer>

/** A file, or a folder where there is no body. */
type Entry = { path: string; size: number; body: Bytes | null }

const BLOCK = 512

export async function* packEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { path, size, body } of entries) {
    yield headerOf(path, size, body === null)
    if (!body) continue
    yield* body
    yield Buffer.alloc(paddingOf(size))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Calls `onEntry` with each entry in turn; it has to read the whole body. @throws Error where the archive is truncated */
export async function unpackEntries(source: Bytes, onEntry: (entry: Entry) => Promise<void>): Promise<void> {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function* take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('it is truncated')
        rest = value
      }
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
  const read = async (size: number) => Buffer.concat(await Array.fromAsync(take(size)))

  for (;;) {
    const entry = parseHeader(await read(BLOCK))
    if (!entry) break
    await onEntry({ ...entry, body: entry.isFolder ? null : take(entry.size) })
    await read(paddingOf(entry.size))
  }
  // Reads to the end, where the compression verifies its checksum.
  while (!(await chunks.next()).done);
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

function headerOf(path: string, size: number, isFolder: boolean): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (header.write(isFolder ? `${path}/` : path, 0) > 100) throw new Error(`the name ${path} is too long`)
  header.write(isFolder ? '0000700' : '0000600', 100)
  header.write('0000000', 108)
  header.write('0000000', 116)
  header.write(size.toString(8).padStart(11, '0'), 124)
  header.write('00000000000', 136)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Null at the end of the archive. */
function parseHeader(header: Buffer) {
  if (header.every((byte) => byte === 0)) return null
  const field = (start: number, length: number) =>
    header
      .toString('utf8', start, start + length)
      .split('\0')[0]!
      .trim()
  if (Number.parseInt(field(148, 8), 8) !== checksumOf(header)) throw new Error('it is not a tar archive')
  const isFolder = field(156, 1) === '5'
  return { path: field(0, 100).replace(/\/$/, ''), isFolder, size: Number.parseInt(field(124, 12), 8) }
}

/** The sum of the header's bytes, where the checksum field counts as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}
