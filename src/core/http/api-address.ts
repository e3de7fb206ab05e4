import type { FastifyRequest } from 'fastify'

/** Whether an address belongs to the API, where every answer is JSON; the others are pages. */
export const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

/** An address of the API that would be taken for a shop's page, or for a resource without its id. */
export function isMalformedApiPath({ url, routeOptions }: FastifyRequest): boolean {
  if (!isApi(url) || routeOptions.url === undefined) return false
  return !isApi(routeOptions.url) || url.split('?')[0]!.endsWith('/')
}
