import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type Header = string | string[] | undefined

/** The best encoding that the client accepts. */
export function pickEncoding(header: Header): Encoding {
  if (acceptsEncoding(header, 'br')) return 'br'
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}

/** Whether the client accepts an encoding. */
export function acceptsEncoding(header: Header, encoding: 'br' | 'gzip'): boolean {
  const text = String(header ?? '')
  const known = accepted.get(text)
  if (known) return known.has(encoding)
  const read = readAccepted(text)
  if (text.length <= 100) accepted.set(text, read)
  return read.has(encoding)
}

/** Browsers send few different headers: each is parsed once. */
const accepted = new LRUCache<string, Set<string>>({ max: 500 })

function readAccepted(text: string): Set<string> {
  const entries = text.split(',').map((entry) => entry.toLowerCase().split(';'))
  return new Set(entries.filter(([, quality]) => qualityOf(quality) > 0).map(([name]) => name!.trim()))
}

// No `\s*` in the pattern: on a header full of spaces it would backtrack quadratically.
const qualityOf = (text = 'q=1') => Number(text.trim().replace(/^q=/, ''))

/** Compresses a body: `best` for static files, `quick` where a request waits for it. */
export async function compressed(
  body: Buffer,
  encoding: Encoding,
  effort: 'quick' | 'best',
): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    case 'gzip':
      return gzipped(body, { level: effort === 'best' ? 9 : 6 })
    case 'identity':
      return body
  }
}
