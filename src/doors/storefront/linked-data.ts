import { jsonScript, type Html } from '../../core/http/html.ts'
import { offsetAt } from '../../core/values/time-zone.ts'
import { days, type Hours } from '../../features/hours/hours.ts'
import { catalogHref, fullUrl } from '../../features/catalog/address.ts'
import type { ListedProduct } from '../../features/catalog/catalog.ts'
import { countryOf } from '../../core/values/phone.ts'
import { attributeOf, describeProduct, type VariantDescription } from '../../features/catalog/description.ts'
import type { QuantityPrice } from '../../features/products/quantity-fields.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import type { Addresses } from '../../features/stores/address.ts'
import { deliveryRates, type Shipping } from './checkout-choices.ts'
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

type Offered = { reviews: Review[]; count: number; average: number | null; shipping: Shipping[] }

export function productLinkedData(
  service: Addresses,
  shop: Shop,
  listed: ListedProduct,
  { reviews, count, average, shipping }: Offered,
): Html {
  const product = describeProduct(service, shop, listed)
  const { id, url, pictures, variants } = product
  const offer = (variant: VariantDescription) =>
    variant.price === null
      ? undefined
      : { ...offerOf(shop, variant), ...shippingDetails(shop, shipping, variant.price) }
  const [only, another] = variants
  const own = another
    ? {
        '@type': 'ProductGroup',
        productGroupID: id,
        variesBy: variesBy(product.options),
        hasVariant: variants.map((variant) => ({ ...variantOf(variant), offers: offer(variant) })),
      }
    : {
        '@type': 'Product',
        sku: product.sku ?? id,
        gtin: product.gtin ?? undefined,
        offers: only && offer(only),
      }
  return jsonScript('application/ld+json', {
    '@context': 'https://schema.org',
    '@id': url,
    name: product.title,
    description: product.text,
    image: pictures.length > 0 ? pictures.map((picture) => picture.url) : undefined,
    brand: { '@type': 'Brand', name: product.brand },
    ...own,
    aggregateRating: average === null ? undefined : ratingOf(average, count),
    review: reviews.length > 0 ? reviews.slice(0, 5).map((review) => reviewOf(shop, review)) : undefined,
  })
}

const ratingOf = (ratingValue: number, reviewCount: number) => ({
  '@type': 'AggregateRating',
  ratingValue,
  reviewCount,
  bestRating: 5,
})

function variesBy(options: { name: string }[]): string[] | undefined {
  const known = options.flatMap(({ name }) => attributeOf(name) ?? [])
  return known.length > 0 ? known.map((attribute) => `https://schema.org/${attribute}`) : undefined
}

/** Options that have no attribute of their own are named. */
const variantOf = ({ id, sku, gtin, title, picture, options }: VariantDescription) => ({
  '@type': 'Product',
  name: title,
  sku: sku ?? id,
  gtin: gtin ?? undefined,
  image: picture ?? undefined,
  ...Object.fromEntries(
    options.map(({ name, value }) => [attributeOf(name) ?? '', value]).filter(([name]) => name),
  ),
  additionalProperty:
    options.length > 0 ? options.map((option) => ({ '@type': 'PropertyValue', ...option })) : undefined,
})

/** The cheapest way to the buyer's address, in the shop's country. */
function shippingDetails({ currency, currencyDigits, ...shop }: Shop, shipping: Shipping[], price: number) {
  const addressCountry = shop.whatsappNumber && countryOf(shop.whatsappNumber)
  const rates = deliveryRates(shop, shipping, price).map((rate) => rate.price)
  if (!addressCountry || rates.length === 0) return {}
  return {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: Math.min(...rates).toFixed(currencyDigits),
        currency,
      },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry },
    },
  }
}

const fromQuantity = (minValue: number) => ({ '@type': 'QuantitativeValue', minValue })

const unitPrice = ({ currency, currencyDigits }: Shop, { from, price }: QuantityPrice) => ({
  '@type': 'UnitPriceSpecification',
  price: price.toFixed(currencyDigits),
  priceCurrency: currency,
  eligibleQuantity: fromQuantity(from),
})

const offerOf = (shop: Shop, { url, price, isSoldOut, minQuantity, quantityPrices }: VariantDescription) => ({
  '@type': 'Offer',
  url,
  price: price!.toFixed(shop.currencyDigits),
  priceCurrency: shop.currency,
  eligibleQuantity: minQuantity > 1 ? fromQuantity(minQuantity) : undefined,
  priceSpecification:
    quantityPrices.length > 0 ? quantityPrices.map((step) => unitPrice(shop, step)) : undefined,
  availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@type': 'Organization', name: shop.name },
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
