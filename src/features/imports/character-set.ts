import iconv from 'iconv-lite'

/** Stands behind each character of a decoded text that may be another one. No text of a person has it: Unicode reserves it. */
export const DOUBTFUL = '\uffff'

/**
 * The text of a file: UTF-16 by its byte order mark, UTF-8 also with some bytes of another set, else what reads as Spanish or
 * Portuguese in one of the sets that programs still write.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // In stream mode, so that a character truncated at the end of the file is not an error.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return text.replaceAll(decodedTwice, `$&${DOUBTFUL}`)
  } catch {
    return decodeMixed(bytes) ?? decodeSingleBytes(bytes)
  }
}

/** UTF-8 that was read as windows-1252 and saved: `Ã±`. Or bytes that could not be read. */
const decodedTwice = /[ÃÂ][\x80-\xbf]|\ufffd/g

/** Where most of what is not ASCII is UTF-8: the bytes that are not as windows-1252. */
function decodeMixed(bytes: Buffer): string | null {
  let [wrong, right] = [0, 0]
  const text = bytes.toString('latin1').replaceAll(utf8OrByte, (raw, character?: string) => {
    if (character) right++
    else wrong++
    const decoded = character
      ? Buffer.from(raw, 'latin1').toString()
      : iconv.decode(Buffer.from(raw, 'latin1'), 'windows-1252')
    return character ? decoded : `${decoded.replace(/[\x80-\x9f]/, '\ufffd')}${DOUBTFUL}`
  })
  return right >= wrong ? text : null
}

const utf8OrByte =
  /((?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf])|[\x80-\xff]/g

/** Old programs of Windows, spreadsheets on a Mac, and DOS with what was made for it. */
const SINGLE_BYTE = ['windows-1252', 'macintosh', 'cp850'] as const

/** Bytes by which the set is recognised, from the first one on that is not ASCII. */
const SAMPLE = 1024 * 1024

function decodeSingleBytes(bytes: Buffer): string {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const sample = bytes.subarray(Math.max(0, first - 100), first + SAMPLE)
  const scored = SINGLE_BYTE.map((set) => ({ set, score: scoreOf(iconv.decode(sample, set)) }))
  const { set, score } = scored.reduce((best, one) => (one.score > best.score ? one : best))
  const isKnown = set === 'windows-1252' && score >= 0
  return iconv
    .decode(bytes, set)
    .replaceAll(/[\x80-\x9f]/g, '\ufffd')
    .replaceAll(isKnown ? /\ufffd/g : unexpected, `$&${DOUBTFUL}`)
}

const accented =
  /(?<=\p{L})[áéíóúüñçãõâêôà]|(?<=\p{Lu})[ÁÉÍÓÚÜÑÇÃÕÂÊÔÀ]|(?<!\p{L})[áéíóúüñçãõâêôàÁÉÍÓÚÜÑÇÃÕÂÊÔÀ](?=\p{L})/gu
const unexpected = /[^\0-\x7fáéíóúüñçãõâêôàÁÉÍÓÚÜÑÇÃÕÂÊÔÀ¿¡ºª°€«»“”‘’…–—®²½×·]/gu

/** Letters of Spanish and Portuguese where they stand in words, less the characters that neither language has. */
const scoreOf = (text: string) => countOf(text, accented) - countOf(text, unexpected)

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
