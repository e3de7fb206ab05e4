/** The path of a request target, which may be an absolute URL; `/` where it has none. */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : '/'
}
