type Service = { publicUrl: string }
/** `domain` is the domain of the store's own that is open now. */
export type Addressed = { slug: string; domain: string | null }

/** The address of a shop, or of a page of it by its path: at its own domain where that is open, else below `PUBLIC_URL`. */
export function shopUrl(service: Service, store: Addressed, path = ''): string {
  if (store.domain === null) return `${service.publicUrl}/${store.slug}${path}`
  return shopOrigin(service, store) + (path.startsWith('?') ? `/${path}` : path)
}

/** The origin of a shop's pages and pictures. A domain has the scheme and the port of `PUBLIC_URL`. */
export function shopOrigin({ publicUrl }: Service, { domain }: Pick<Addressed, 'domain'>): string {
  if (domain === null) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${domain}${port && `:${port}`}`
}

/** The address as people write it, without its protocol. */
export const withoutProtocol = (url: string) => url.replace(/^https?:\/\//, '')

/** A path of a shop at the address here. The panel's pages show QR code and previews by it: their policy allows no other host. */
export const pathHere = ({ slug }: Pick<Addressed, 'slug'>, path: string) => `/${slug}${path}`
export const qrHref = (store: Pick<Addressed, 'slug'>) => pathHere(store, '/qr.svg')
