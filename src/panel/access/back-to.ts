import type { PublicContext } from '../page.ts'

/**
 * The path of a list with the filters that it had when a form of one of its rows was sent, read from `Referer`. A referer of
 * another page is ignored.
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
