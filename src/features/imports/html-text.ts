import { Parser } from 'htmlparser2'

/** HTML as lines of text; text without markup keeps its lines. */
export const textOfHtml = (written: string): string => textOf(written, /\s+/g)

/** HTML in which line breaks count as well, as in WordPress and in cells that people fill in. */
export const textOfPost = (written: string): string => textOf(written, /[^\S\n]+/g)

/** Line breaks that a program wrote as `\n`; two backslashes before the letter stand for one. A path has them, too: `C:\nueva`. */
export const withLineBreaks = (text: string): string =>
  text.replaceAll(/\\(\\n)|(?<!\b[a-z]:)\\(?:r\\n|n)/gi, (_, kept?: string) => kept ?? '\n')

function textOf(written: string, spaces: RegExp): string {
  if (!hasMarkup(written)) return written
  return parsedText(written, hasTag(written) ? spaces : /[^\S\n]+/g)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^(- .*)\n\n(?=- )/gm, '$1\n') // between the items of a list
    .trim()
}

export const lineOfHtml = (written: string): string =>
  hasMarkup(written) ? textOfHtml(written).replaceAll(/\s+/g, ' ') : written

export const htmlOfText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

// By their names, because «Talla <M>» is none. Those with a colon are Word's.
const names = new Set(
  (
    'a b body br center div em font h1 h2 h3 h4 h5 h6 head hr html i iframe img li meta ol p pre script small span ' +
    'strong style sub sup table tbody td th tr u ul xml'
  ).split(' '),
)
const tags = /<\/?([a-z]+(?::[a-z]+|\d?))(?:[\s/][^<>]*)?>/gi
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

const hasMarkup = (written: string) => entity.test(written) || hasTag(written)
const hasTag = (written: string) =>
  written.includes('<!--') ||
  written.matchAll(tags).some(([, name = '']) => name.includes(':') || names.has(name.toLowerCase()))

const hidden = new Set(['style', 'script', 'xml', 'head', 'title', 'template', 'iframe'])
const blocks = ['div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'tr', 'table', 'pre']
const before = new Map([['li', '\n- '], ['br', '\n']]) // prettier-ignore
const after = new Map([['p', '\n\n'], ['td', ' '], ['th', ' '], ...blocks.map((name) => [name, '\n'] as const)]) // prettier-ignore

/** Elements in each other beyond which a text is cut: the parser's time grows with the square of their number. */
const MAX_DEPTH = 500

function parsedText(written: string, spaces: RegExp): string {
  let [text, depth, hiddenDepth] = ['', 0, 0]
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) hiddenDepth++
      else if (hiddenDepth === 0) text += before.get(name) ?? ''
      if (++depth > MAX_DEPTH) parser.pause()
    },
    ontext(piece) {
      if (hiddenDepth === 0) text += piece.replaceAll(spaces, ' ')
    },
    onclosetag(name) {
      depth--
      if (hidden.has(name)) hiddenDepth--
      else if (hiddenDepth === 0) text += after.get(name) ?? ''
    },
  })
  parser.end(written)
  return text
}
