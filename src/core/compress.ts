import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** The smallest encoding that the client takes. */
export function pickEncoding(header: string | string[] | undefined): Encoding {
  const entries = String(header ?? '')
    .split(',')
    .map((entry) => entry.toLowerCase().split(';'))
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
