import type { Html } from '../../core/http/html.ts'
import type { Language } from '../../core/texts/language.ts'

/** Streams an XML document; characters that XML does not allow are left out. */
export async function* xml(pieces: AsyncIterable<Html>, language: Language): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  for await (const piece of pieces) yield piece.in(language).toWellFormed().replaceAll(forbidden, '')
}

const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
