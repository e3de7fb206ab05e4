/** The text of a file: UTF-8 where its bytes are that, else windows-1252 or Mac Roman; UTF-16 by its byte order mark. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = decodeUtf8(bytes)
  if (text !== null) return repairDoubleEncoding(text)
  return new TextDecoder(isMacRoman(bytes) ? 'macintosh' : 'windows-1252').decode(bytes)
}

/** á é í ñ ó ú in windows-1252; in Mac Roman these bytes are signs that no Spanish text has. */
const LETTERS = [0xe1, 0xe9, 0xed, 0xf1, 0xf3, 0xfa]

/**
 * Excel on a Mac saves "CSV" in Mac Roman: á, é and ú are there what is `‡`, `Ž` and `œ` in windows-1252, ñ and ó what is a dash,
 * which no word has inside.
 */
function isMacRoman(bytes: Buffer): boolean {
  if (LETTERS.some((letter) => bytes.includes(letter))) return false
  return /[\x87\x8e\x9c]|[a-z][\x96\x97][a-z]/.test(bytes.toString('latin1'))
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    // As a stream, so that a character that the end of the file cuts in two does not make another encoding of it.
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
