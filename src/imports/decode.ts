/** The text of a file: UTF-8 where its bytes are that, else windows-1252 or Mac Roman; UTF-16 by its byte order mark. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = decodeUtf8(bytes)
  if (text !== null) return repairDoubleEncoding(text)
  return new TextDecoder(isMacRoman(bytes) ? 'macintosh' : 'windows-1252').decode(bytes)
}

/** Bytes; the loop over them is not interrupted. */
const SAMPLE = 64 * 1024

/** Excel on a Mac saves "CSV" in Mac Roman. Whichever decoding reads more like Spanish; windows-1252 where both do. */
function isMacRoman(bytes: Buffer): boolean {
  let first = 0
  while (bytes[first]! <= 0x7f) first++
  const sample = bytes.subarray(Math.max(0, first - 1), first + SAMPLE)
  return scoreOf('macintosh', sample) > scoreOf('windows-1252', sample)
}

function scoreOf(encoding: string, sample: Buffer): number {
  const text = new TextDecoder(encoding).decode(sample)
  let score = 0
  for (const { 0: char, index } of text.matchAll(/[^\0-\x7f]/g)) {
    score += scoreOfChar(char, text.slice(Math.max(0, index - 1), index), text.slice(index + 1, index + 3))
  }
  return score
}

/** Scores a character between two others: accented letters inside words are plausible, other symbols there are not. */
function scoreOfChar(char: string, before: string, after: string): number {
  const isInWord = isLetter.test(before) || isLetter.test(after)
  if (/[áéíóúñü]/.test(char)) return isInWord && !/^\p{Lu}\p{Lu}/u.test(before + after) ? 2 : -1
  if (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)) return -2
  if (/[ÁÉÍÓÚÑÜ]/.test(char)) return isInWord && !/^\p{Lu}\p{Ll}/u.test(after) ? 2 : -1
  if (/[¿¡]/.test(char)) {
    if (/[\p{L}\d]/u.test(before)) return -2
    return /^\p{Lu}\p{Ll}/u.test(after) ? 3 : /^\p{L}{2}/u.test(after) ? 1 : 0
  }
  if (/[“‘«]/.test(char)) return isLetter.test(before) ? -1 : 1
  if (/[”»]/.test(char)) return isLetter.test(after) ? -1 : 1
  // As much as the `í` that its byte is in Mac Roman, so that the file's other characters decide.
  if (char === '’' && isLetter.test(before) && /^[st](?!\p{L})/u.test(after)) return 2
  if (/[–—]/.test(char)) return isInWord ? -1 : 1
  return /[\p{L}\s’…€°®™©·•×½¼¾²³]/u.test(char) ? 0 : -2
}

const isLetter = /^\p{L}/u

function decodeUtf8(bytes: Buffer): string | null {
  try {
    // In stream mode, so that a character truncated at the end of the file is not an error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}

/**
 * Repairs UTF-8 that a spreadsheet opened as windows-1252 and saved as UTF-8 (`CafÃ©`): the text is encoded as windows-1252,
 * and replaced where the bytes are valid UTF-8, which no other text's are.
 */
function repairDoubleEncoding(text: string): string {
  const at = text.search(/[ÂÃ]/)
  const next = at < 0 ? 0 : (byteOf(text.charCodeAt(at + 1)) ?? 0)
  const bytes = next < 0x80 || next > 0xbf ? null : encodeWindows1252(text)
  return (bytes && decodeUtf8(bytes)) ?? text
}

/** The text in windows-1252; null when it has a character that is not in it. */
export function encodeWindows1252(text: string): Buffer | null {
  const bytes = Buffer.alloc(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = byteOf(text.charCodeAt(i))
    if (byte === undefined) return null
    bytes[i] = byte
  }
  return bytes
}

const highBytes = new Map(
  Array.from({ length: 128 }, (_, i) => [
    new TextDecoder('windows-1252').decode(Buffer.of(128 + i)).charCodeAt(0),
    128 + i,
  ]),
)

const byteOf = (code: number) => (code < 128 ? code : highBytes.get(code))
