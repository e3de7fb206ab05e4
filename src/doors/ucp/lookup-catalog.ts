import { Type, type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.ts'
import { isProcessable } from '../../core/values/text.ts'
import { findListedProducts } from '../../features/catalog/catalog.ts'
import { ucpOperation, type Message } from './operation.ts'
import { featured, showProducts, type Shown } from './product.ts'
import { categoryIds, Filters, hints, isWithin, listCategories, priceBounds } from './request.ts'

const MAX_IDS = 50
const MAX_LENGTH = 200

const Body = Type.Object({
  ids: Type.Array(Type.String(), {
    minItems: 1,
    description: `Ids de productos o de variantes, slugs o SKU, ${MAX_IDS} como máximo`,
  }),
  filters: Type.Optional(Filters),
  ...hints,
})

export const lookupCatalog = ucpOperation<Static<typeof Body>>({
  tool: 'lookup_catalog',
  rest: 'POST /catalog/lookup',
  capability: 'dev.ucp.shopping.catalog.lookup',
  title: 'Ver varios productos',
  description: 'Los productos a la venta de unos ids, cada uno una vez, con la variante que cada id nombra.',
  argument: 'catalog',
  body: Body,
  isRead: true,
  async run(caller) {
    const { sql, shop, body } = caller
    if (body.ids.length > MAX_IDS)
      throw new ApiError(400, { error: `Hasta ${MAX_IDS} ids a la vez`, code: 'request_too_large' })
    const ids = [...new Set(body.ids)]
    const { messages, ...bounds } = priceBounds(shop, body)
    const categories = await listCategories(sql, shop.id)
    const wanted = categoryIds(categories, body)
    const named = ids.filter((id) => id.length <= MAX_LENGTH && isProcessable(id))
    const shown = await showProducts(caller, await findListedProducts(sql, shop.id, named), categories)
    const products = shown
      .filter(({ listed }) => wanted === null || wanted.includes(listed.categoryId ?? ''))
      .map((one) => withInputs(one, ids))
      .map(({ variants, ...product }) => ({
        ...product,
        variants: variants.filter(({ id }) => isWithin(shop, priceIn(shown, id), bounds)),
      }))
      .filter(({ variants }) => variants.length > 0)
    const unknown = ids.filter((id) => !shown.some((one) => inputsOf(one, id).length > 0)).map(notFound)
    return { products, messages: [...messages, ...unknown] }
  },
})

const priceIn = (shown: Shown[], variantId: string) =>
  shown.flatMap(({ described }) => described.variants).find(({ id }) => id === variantId)!.price

function withInputs(one: Shown, ids: string[]) {
  const inputs = ids.flatMap((id) => inputsOf(one, id))
  const variants = one.product.variants.map((variant) => ({
    ...variant,
    inputs: inputs
      .filter(({ variantId }) => variantId === variant.id)
      .map(({ id, match }) => ({ id, match })),
  }))
  return { ...one.product, variants: variants.filter((variant) => variant.inputs.length > 0) }
}

/** The variants that an id, slug or SKU names: by themselves, or as the one that stands for the product. */
function inputsOf({ listed, described: { variants } }: Shown, id: string) {
  const exact = variants.filter((variant) => variant.id === id || variant.sku === id)
  if (exact.length > 0) return exact.map((variant) => ({ variantId: variant.id, id, match: 'exact' }))
  const isProducts = [listed.id, listed.slug, listed.sku].includes(id)
  return isProducts ? [{ variantId: featured(variants).id, id, match: 'featured' }] : []
}

const notFound = (id: string): Message => ({
  type: 'info',
  code: 'not_found',
  content: `No hay nada a la venta con el id ${id.slice(0, 100)}`,
})
