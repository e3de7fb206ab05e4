import type { PublicContext } from '../page.ts'

/**
 * A list as it was seen when a form of its rows was sent: its filters are in the address that the browser names as
 * where it came from. Another page's address is not followed. @param without parameters that are over with the form
 */
export function backTo({ request, base }: PublicContext, path: string, without: string[] = []): string {
  const { referer = '' } = request.headers
  const from = URL.canParse(referer) ? new URL(referer) : null
  if (from?.pathname !== base + path) return path
  for (const name of without) from.searchParams.delete(name)
  return path + (from.searchParams.size > 0 ? `?${from.searchParams.toString()}` : '')
}
