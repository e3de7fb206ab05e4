import { jsonScript, type Html } from '../../core/http/html.ts'
import { offsetAt } from '../../core/values/time-zone.ts'
import { days, type Hours } from '../../features/hours/hours.ts'
import { catalogHref, fullUrl } from '../../features/catalog/address.ts'
import type { ListedProduct } from '../../features/catalog/catalog.ts'
import { describeProduct, type VariantDescription } from '../../features/catalog/description.ts'
import type { QuantityPrice } from '../../features/products/quantity-fields.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import type { Addresses } from '../../features/stores/address.ts'
import type { Review } from '../../features/catalog/reviews.ts'

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

/** Structured data of a product: an offer for each variant with a price, and its rating. */
export function productLinkedData(
  service: Addresses,
  shop: Shop,
  listed: ListedProduct,
  rated: Reviews,
): Html {
  const product = describeProduct(service, shop, listed)
  const { url, pictures } = product
  const offers = product.variants.filter(({ price }) => price !== null)
  return jsonScript('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    name: product.title,
    description: product.text,
    image: pictures.length > 0 ? pictures.map((picture) => picture.url) : undefined,
    sku: product.sku ?? product.id,
    gtin: product.gtin ?? undefined,
    brand: { '@type': 'Brand', name: product.brand },
    offers: offers.length > 0 ? offers.map((variant) => offerOf(shop, variant)) : undefined,
    aggregateRating:
      rated.average === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: rated.average, reviewCount: rated.count, bestRating: 5 },
    review: rated.reviews.slice(0, 5).map((review) => reviewOf(shop, review)),
  })
}

const fromQuantity = (minValue: number) => ({ '@type': 'QuantitativeValue', minValue })

const unitPrice = ({ currency, currencyDigits }: Shop, { from, price }: QuantityPrice) => ({
  '@type': 'UnitPriceSpecification',
  price: price.toFixed(currencyDigits),
  priceCurrency: currency,
  eligibleQuantity: fromQuantity(from),
})

const offerOf = (
  shop: Shop,
  { id, sku, gtin, name, url, price, isSoldOut, options, minQuantity, quantityPrices }: VariantDescription,
) => ({
  '@type': 'Offer',
  sku: sku ?? id,
  gtin: gtin ?? undefined,
  name: name ?? undefined,
  url,
  price: price!.toFixed(shop.currencyDigits),
  priceCurrency: shop.currency,
  eligibleQuantity: minQuantity > 1 ? fromQuantity(minQuantity) : undefined,
  priceSpecification:
    quantityPrices.length > 0 ? quantityPrices.map((step) => unitPrice(shop, step)) : undefined,
  availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@type': 'Organization', name: shop.name },
  additionalProperty:
    options.length > 0 ? options.map((option) => ({ '@type': 'PropertyValue', ...option })) : undefined,
})

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
