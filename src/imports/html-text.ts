/** Converts a description in HTML to lines of text; text without markup stays as it is. */
export function textOfHtml(html: string): string {
  if (!/<[a-z!/]|&(?:#\w+|\w+);/i.test(html)) return html
  return html
    .replaceAll('\n', ' ')
    .replaceAll(/<li\b[^<>]*>/gi, '\n- ')
    .replaceAll(/<br\b[^<>]*>|<\/(?:div|h\d|ul|ol|tr|table)>/gi, '\n')
    .replaceAll(/<\/p>/gi, '\n\n')
    .replaceAll(/<[a-z!/][^<>]*>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, decodeEntity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

export const htmlOfText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

const entities: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', bull: '•', iexcl: '¡',
  iquest: '¿', laquo: '«', raquo: '»', aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ',
  uuml: 'ü', Aacute: 'Á', Eacute: 'É', Iacute: 'Í', Oacute: 'Ó', Uacute: 'Ú', Ntilde: 'Ñ', Uuml: 'Ü', rsquo: '’',
  lsquo: '‘', rdquo: '”', ldquo: '“', deg: '°', euro: '€', reg: '®', copy: '©', trade: '™', times: '×', frac12: '½',
  atilde: 'ã', otilde: 'õ', ccedil: 'ç', acirc: 'â', ecirc: 'ê', ocirc: 'ô', agrave: 'à',
} // prettier-ignore

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return Object.hasOwn(entities, name) ? entities[name]! : whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : whole
}
