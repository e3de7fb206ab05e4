import { invalid, malformedJson } from '../errors/errors.ts'
import { t } from '../texts/text.ts'

const MAX_DEPTH = 32
const MAX_VALUES = 12_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body. Checks its depth and number of values first: a megabyte of brackets would overflow the stack of
 * recursive code, and a megabyte of unknown fields costs 0.2 s of validation. @throws 400
 */
export function parseJson(bytes: Buffer, maxValues = MAX_VALUES): unknown {
  const excess = exceededLimit(bytes, maxValues)
  if (excess === 'depth') {
    throw invalid('body', 'invalid', t('El cuerpo JSON puede anidar hasta {max} niveles', { max: MAX_DEPTH }))
  }
  if (excess === 'values') {
    throw invalid('body', 'invalid', t('El cuerpo JSON puede llevar hasta {max} valores', { max: maxValues }))
  }
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformedJson()
  }
}

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,')
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from('[{]}')

/** The first exceeded limit, or null. Counting stops there: the rest of a megabyte would take tens of milliseconds. */
function exceededLimit(bytes: Buffer, maxValues: number): 'depth' | 'values' | null {
  let [open, values, inString] = [0, 1, false]
  for (let n = 0; n < bytes.length; n++) {
    const byte = bytes[n]
    if (inString) {
      if (byte === BACKSLASH) n++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === COMMA) {
      if (++values > maxValues) return 'values'
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++open > MAX_DEPTH) return 'depth'
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open--
  }
  return null
}
