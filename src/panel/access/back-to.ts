import type { PublicContext } from '../page.ts'

/**
 * A list as it was seen when a form of its rows was sent: its filters are in the address that the browser names as
 * where it came from. Another page's address is not followed.
 */
export function backTo(context: PublicContext, path: string): string {
  const from = refererOf(context)
  return from?.pathname === context.base + path ? path + from.search : path
}

/** Whether the form was sent from this page. */
export const cameFrom = (context: PublicContext, path: string): boolean =>
  refererOf(context)?.pathname === context.base + path

function refererOf({ request }: PublicContext): URL | null {
  const { referer = '' } = request.headers
  return URL.canParse(referer) ? new URL(referer) : null
}
