import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: { type: string; text: string },
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const body = await compressed(Buffer.from(text), encoding, 'quick')
  // Set after the compression: if that fails, another body is sent.
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  return reply.headers({ 'content-type': type, vary }).send(body)
}

type Header = string | string[] | undefined

export function pickEncoding(header: Header): Encoding {
  if (acceptsEncoding(header, 'br')) return 'br'
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}

export function acceptsEncoding(header: Header, encoding: 'br' | 'gzip'): boolean {
  const entries = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';'))
  return entries.some(([name, quality]) => name!.trim() === encoding && qualityOf(quality) > 0)
}

// No `\s*` in the pattern: on a header full of spaces it would backtrack quadratically.
export const qualityOf = (text = 'q=1') => Number(text.trim().replace(/^q=/, ''))

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
