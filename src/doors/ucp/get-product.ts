import { Type, type Static } from 'typebox'
import { invalid } from '../../core/errors/errors.ts'
import { isId } from '../../core/values/id.ts'
import { fold } from '../../core/values/text.ts'
import { findListedProducts } from '../../features/catalog/catalog.ts'
import type { ProductDescription, VariantDescription } from '../../features/catalog/description.ts'
import { NoResult, ucpOperation } from './operation.ts'
import { featured, isAvailable, selectedOptions, showProducts } from './product.ts'
import { categoryIds, Filters, hints, isWithin, listCategories, priceBounds } from './request.ts'
import { t } from '../../core/texts/text.ts'

const MAX_SELECTED = 20

const Body = Type.Object({
  id: Type.String({ description: 'El id de un producto o de una variante' }),
  selected: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
      maxItems: MAX_SELECTED,
      description: 'Lo elegido hasta ahora, por opción',
    }),
  ),
  preferences: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MAX_SELECTED,
      description: 'Nombres de opciones, la más importante primero: se cede desde el final',
    }),
  ),
  filters: Type.Optional(Filters),
  ...hints,
})
type Body = Static<typeof Body>

export const getProduct = ucpOperation<Body>({
  tool: 'get_product',
  rest: 'POST /catalog/product',
  capability: 'dev.ucp.shopping.catalog.lookup',
  title: 'Ver un producto',
  description:
    'Un producto con lo que se puede elegir: qué variantes hay, cuáles se pueden comprar y a qué precio.',
  argument: 'catalog',
  body: Body,
  isRead: true,
  async run(caller) {
    const { sql, shop, body } = caller
    const { messages, ...bounds } = priceBounds(shop, body)
    const categories = await listCategories(sql, shop.id)
    const found = isId(body.id) ? await findListedProducts(sql, shop.id, [body.id]) : []
    const one = (await showProducts(caller, found, categories)).find(({ listed, described }) =>
      [listed.id, listed.slug, ...described.variants.map(({ id }) => id)].includes(body.id),
    )
    const wanted = categoryIds(categories, body)
    if (!one || (wanted !== null && !wanted.includes(one.listed.categoryId ?? ''))) throw notFound()
    const { described, product } = one
    const selected = effective(described, body)
    const matching = described.variants
      .filter((variant) => matches(variant, selected))
      .filter(({ price }) => isWithin(shop, price, bounds))
    if (matching.length === 0) throw notFound()
    const first = matching.find(({ id }) => id === body.id) ?? featured(matching)
    const ids = [first.id, ...matching.map(({ id }) => id)]
    const variants = product.variants
      .filter(({ id }) => ids.includes(id))
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    const options = signalled(described, selected)
    return {
      product: { ...product, variants, selected, ...(options.length > 0 && { options }) },
      ...(messages.length > 0 && { messages }),
    }
  },
})

const notFound = () =>
  new NoResult({
    type: 'error',
    code: 'not_found',
    content: 'No hay nada a la venta con ese id',
    severity: 'unrecoverable',
  })

type Selected = { name: string; label: string }[]

const isSame = (a: string, b: string) => fold(a) === fold(b)

const matches = ({ options }: VariantDescription, selected: Selected): boolean =>
  selected.every(({ name, label }) =>
    options.some((option) => isSame(option.name, name) && isSame(option.value, label)),
  )

/** What had to be dropped for some variant to match is left out. @throws 400 on an option that is selected twice */
function effective(
  { variants }: ProductDescription,
  { id, selected = [], preferences = [] }: Body,
): Selected {
  const asked = variants.find((variant) => variant.id === id)
  if (asked || selected.length === 0) return selectedOptions(asked ?? featured(variants))
  const names = selected.map(({ name }) => fold(name))
  if (new Set(names).size < names.length)
    throw invalid('selected', 'duplicate', t('Cada opción puede estar una vez'))
  const rankOf = (name: string) => {
    const rank = preferences.findIndex((preferred) => isSame(preferred, name))
    return rank === -1 ? preferences.length : rank
  }
  const ranked = selected.toSorted((a, b) => rankOf(a.name) - rankOf(b.name))
  while (!variants.some((variant) => matches(variant, ranked))) ranked.pop()
  return selected.filter((one) => ranked.includes(one)).map(({ name, label }) => ({ name, label }))
}

const signalled = ({ options, variants }: ProductDescription, selected: Selected) =>
  options.map(({ name, values }) => ({
    name,
    values: values.map((label) => {
      const others = selected.filter((one) => !isSame(one.name, name))
      const fitting = variants.filter((variant) => matches(variant, [...others, { name, label }]))
      return { label, available: fitting.some(isAvailable), exists: fitting.length > 0 }
    }),
  }))
