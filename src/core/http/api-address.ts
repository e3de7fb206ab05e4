import type { FastifyRequest } from 'fastify'

/** Whether an address belongs to the API, where every answer is JSON; the others are pages. */
export const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/** An API path that the router matched to a storefront page, or that ends in a slash where an id is missing. */
export function isMalformedApiPath({ url, routeOptions }: FastifyRequest): boolean {
  if (!isApi(url) || routeOptions.url === undefined) return false
  return !isApi(routeOptions.url) || url.split('?')[0]!.endsWith('/')
}
