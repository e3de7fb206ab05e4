import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

const MOST_PICKED = 500
const picked = new Map<string, Encoding>()

/** The smallest encoding that the client takes. Browsers say few different things: each is read once. */
export function pickEncoding(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '')
  const known = picked.get(text)
  if (known) return known
  const encoding = readEncoding(text)
  if (picked.size < MOST_PICKED && text.length <= 100) picked.set(text, encoding)
  return encoding
}

function readEncoding(text: string): Encoding {
  const entries = text.split(',').map((entry) => entry.toLowerCase().split(';'))
  const accepted = new Set(
    entries.filter(([, quality]) => qualityOf(quality) > 0).map(([name]) => name!.trim()),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}

// No spaces in the pattern: a header full of them would take the square of their number.
const qualityOf = (text = 'q=1') => Number(text.trim().replace(/^q=/, ''))

/** The body in an encoding: `best` for what is made once, `quick` for what a request waits for. */
export async function compressed(
  body: Buffer,
  encoding: Encoding,
  effort: 'quick' | 'best',
): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return packBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    case 'gzip':
      return packGzip(body, { level: effort === 'best' ? 9 : 6 })
    case 'identity':
      return body
  }
}
