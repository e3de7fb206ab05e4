/** A placeholder for the values of a template, whose own strings have no NUL. */
const VALUE = '\0'

/** The tokens of a template: elements whose whitespace is significant (which stay as they are), tags, and values. */
const token = /<(pre|textarea|script|style)\b[^>]*>.*?<\/\1>|<(?:"[^"]*"|[^"<>])*>|\0/gs

const openingTag =
  /^<(?!\/|!|(?:area|br|col|hr|img|input|link|meta|source|use|wbr)\b)(?:"[^"]*"|[^"<>])*(?<!\/)>$/
const closingTag = /^<\//

/**
 * Removes line breaks and indentation from a template's strings, so that the source can have an element a line. A line break
 * between tags and values is removed; beside text it becomes one space, except after an opening tag and before a closing one;
 * between attributes it becomes one space. Spaces within a line and preformatted elements are unchanged.
 */
export function withoutIndentation(strings: readonly string[]): readonly string[] {
  if (!strings.some((string) => string.includes('\n'))) return strings
  const template = strings.join(VALUE)
  const tokens = [...template.matchAll(token)]
  let markup = ''
  let end = 0
  let before = ''
  for (const { 0: found, index } of tokens) {
    markup += betweenTokens(template.slice(end, index), before, found) + withinToken(found)
    end = index + found.length
    before = found
  }
  return (markup + betweenTokens(template.slice(end), before, '')).split(VALUE)
}

function betweenTokens(text: string, before: string, after: string): string {
  if (/^[ \t\n]*$/.test(text)) return text.includes('\n') ? '' : text
  return text.replaceAll(/[ \t\n]+/g, (space, at: number) => {
    if (!space.includes('\n')) return space
    if (at === 0) return before === '' || openingTag.test(before) ? '' : ' '
    const isLast = at + space.length === text.length
    return isLast && (after === '' || closingTag.test(after)) ? '' : ' '
  })
}

function withinToken(found: string): string {
  if (!found.includes('\n') || /^<(?:pre|textarea|script|style)\b/.test(found)) return found
  return found.replaceAll(/"[^"]*"|[ \t\n]+(>?)/g, (part, end: string | undefined) =>
    part.startsWith('"') || !part.includes('\n') ? part : end || ' ',
  )
}
