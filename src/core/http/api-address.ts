/** Longer parameters match no route. */
export const MAX_PARAM_LENGTH = 1024

export const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/** An API path that the router matched to a storefront page, or that ends in a slash where an id is missing. */
export function isMalformedApiPath(url: string, pattern: string | undefined): boolean {
  if (!isApi(url) || pattern === undefined) return false
  return !isApi(pattern) || url.split('?')[0]!.endsWith('/')
}
