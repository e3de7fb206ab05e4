const preformatted = /(<pre\b.*?<\/pre>|<textarea\b.*?<\/textarea>)/s

/** A page without the line breaks and the indentation of our templates, so that a test can match elements that stand side by side. */
export const withoutIndentation = (page: string): string =>
  page
    .split(preformatted)
    .map((part) => (preformatted.test(part) ? part : compact(part)))
    .join('')

const compact = (markup: string) =>
  markup.replaceAll(/(.?)\n(?:\s*(?=<)|\s{2,}|$)(?=(.{0,2}))/g, (_all, before: string, after: string) =>
    before === '' || before === '>' || after === '' || after === '</' ? before : `${before} `,
  )
