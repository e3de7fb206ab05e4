import { jsonScript, type Html } from '../../core/http/html.ts'
import { offsetAt } from '../../core/values/time-zone.ts'
import { days, type Hours } from '../../features/hours/hours.ts'
import { catalogHref, productHref, fullUrl } from '../../features/catalog/address.ts'
import { pictureHref } from '../../features/media/address.ts'
import type { ListedProduct, Review } from '../../features/catalog/catalog.ts'
import { isOnRequest } from '../../features/products/price-on-request.ts'
import { leastPrice } from '../../features/products/least-price.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { shopOrigin, type Addresses } from '../../features/stores/address.ts'

/** Structured data of a store, for search engines. */
export function catalogLinkedData(service: Addresses, shop: Shop): Html {
  return jsonScript('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Store',
    '@id': fullUrl(service, shop, catalogHref(shop)),
    url: fullUrl(service, shop, catalogHref(shop)),
    name: shop.name,
    description: shop.description ?? undefined,
    telephone: shop.whatsappNumber ?? undefined,
    currenciesAccepted: shop.currency,
    address: shop.address ?? undefined,
    openingHours: shop.schedule.hours ? openingHours(shop.schedule.hours) : undefined,
    sameAs: shop.instagram ? `https://www.instagram.com/${shop.instagram}/` : undefined,
  })
}

/** `['Mo 09:00-18:00']` */
const openingHours = (hours: Hours): string[] =>
  days.flatMap((day) => {
    const name = day[0]!.toUpperCase() + day[1]!
    return (hours[day] ?? []).map(([opens, closes]) => `${name} ${opens}-${closes}`)
  })

type Reviews = { reviews: Review[]; count: number; average: number | null }

/** Structured data of a product: an offer for each variant, and its rating. */
export function productLinkedData(
  service: Addresses,
  shop: Shop,
  product: ListedProduct,
  rated: Reviews,
): Html {
  const url = fullUrl(service, shop, productHref(shop, product))
  const offers = offersOf(service, shop, product)
  return jsonScript('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    name: product.name,
    description: product.description ?? undefined,
    image: imagesOf(service, shop, product),
    sku: product.sku ?? product.id,
    gtin: product.gtin ?? undefined,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    offers: offers.length > 0 ? offers : undefined,
    aggregateRating:
      rated.average === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: rated.average, reviewCount: rated.count, bestRating: 5 },
    review: rated.reviews.slice(0, 5).map((review) => reviewOf(shop, review)),
  })
}

/** Without what is only sold at a price on request. */
function offersOf(service: Addresses, shop: Shop, product: ListedProduct) {
  const known = product.variants.filter(({ price }) => !isOnRequest(shop, product, price))
  return known.map(({ id, sku, gtin, name, price, isDefault, stock }) => ({
    '@type': 'Offer',
    sku: sku ?? id,
    gtin: gtin ?? undefined,
    name: isDefault ? undefined : name,
    url: fullUrl(service, shop, productHref(shop, product, isDefault ? undefined : id)),
    price: leastPrice(product, price).toFixed(shop.currencyDigits),
    priceCurrency: shop.currency,
    availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: shop.name },
  }))
}

const reviewOf = ({ timeZone }: Shop, { name, text, rating, createdAt }: Review) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  reviewBody: text,
  datePublished: localDay(Date.parse(createdAt), timeZone),
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
})

/** `2026-03-12`, where the store is. */
const localDay = (at: number, timeZone: string) =>
  new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10)

/** The plain pictures, without words or price on them. */
function imagesOf(service: Addresses, shop: Shop, { id, images }: ListedProduct): string[] | undefined {
  if (images.length === 0) return undefined
  return images.map(({ url }) => shopOrigin(service, shop) + pictureHref(shop.id, id, url, 1280))
}
