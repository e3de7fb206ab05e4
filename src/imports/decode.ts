/** The text of a file: UTF-8 where its bytes are that, else windows-1252; UTF-16 by its byte order mark. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // In stream mode, so that a character truncated at the end of the file is not an error.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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
