import type { Html } from '../core/http/html.ts'

/** A document of XML, piece by piece. What XML can't hold, though a text of a store may, is left out. */
export async function* xml(pieces: AsyncIterable<Html>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  for await (const { markup } of pieces) yield markup.toWellFormed().replaceAll(forbidden, '')
}

const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
