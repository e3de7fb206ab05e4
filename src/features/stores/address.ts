import type { Config } from '../../core/config/config.ts'
import { RESERVED_SLUGS } from './reserved-slugs.ts'

export type Addresses = Pick<Config, 'publicUrl' | 'panelUrl' | 'shopsDomain'>
/** `domain` is the domain of the store's own that is open now. */
export type Addressed = { slug: string; domain: string | null }

/** The host that is the shop's alone: its open domain, else its name below `SHOPS_DOMAIN`; null where it has none. */
export function shopHost({ publicUrl, panelUrl, shopsDomain }: Addresses, store: Addressed): string | null {
  if (store.domain !== null || shopsDomain === null || !canBeLabel(store.slug)) return store.domain
  const host = `${store.slug}.${shopsDomain}`
  return [publicUrl, panelUrl].some((url) => new URL(url).hostname === host) ? null : host
}

/** Certificates are for labels without a hyphen at an end, and with two after two letters for IDNs alone (RFC 5890, 2.3.1). */
const canBeLabel = (slug: string) =>
  !RESERVED_SLUGS.has(slug) && /^(?!-|..--)[a-z0-9-]{3,30}(?<!-)$/.test(slug)

/** The slug of a host below `SHOPS_DOMAIN`; null of any other, and where no shop can have it. */
export function slugOfHost(service: Addresses, host: string): string | null {
  if (!isShopsName(service, host)) return null
  const slug = host.slice(0, -service.shopsDomain!.length - 1)
  return shopHost(service, { slug, domain: null }) === host ? slug : null
}

export const isShopsName = ({ shopsDomain }: Pick<Addresses, 'shopsDomain'>, host: string): boolean =>
  shopsDomain !== null && host.endsWith(`.${shopsDomain}`)

/** The address of a shop, or of a page of it by its path: at its own host where it has one, else below `PUBLIC_URL`. */
export function shopUrl(service: Addresses, store: Addressed, path = ''): string {
  if (shopHost(service, store) === null) return `${service.publicUrl}/${store.slug}${path}`
  return shopOrigin(service, store) + (path.startsWith('?') ? `/${path}` : path)
}

/** The origin of a shop's pages and pictures. Its own host has the scheme and the port of `PUBLIC_URL`. */
export function shopOrigin(service: Addresses, store: Addressed): string {
  const host = shopHost(service, store)
  if (host === null) return service.publicUrl
  const { protocol, port } = new URL(service.publicUrl)
  return `${protocol}//${host}${port && `:${port}`}`
}

export const withoutProtocol = (url: string) => url.replace(/^https?:\/\//, '')

/** A path of a shop at the address here. The panel's pages show QR code and previews by it: their policy allows no other host. */
export const pathHere = ({ slug }: Pick<Addressed, 'slug'>, path: string) => `/${slug}${path}`
export const qrHref = (store: Pick<Addressed, 'slug'>) => pathHere(store, '/qr.svg')
