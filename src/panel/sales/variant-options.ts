import { formatAmount } from '../../core/values/money.ts'
import { cleanText } from '../../core/values/text.ts'
import { selectProducts } from '../../products/list.ts'
import { readDetails } from '../../products/offered-groups.ts'
import { productColumns, type Product, type ProductRow } from '../../products/product.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import type { Groups } from './choice-fields.ts'

/** The name of the field in which products of a large catalog are searched for, such as `café, taza`. */
export const SEARCH_FIELD = '_q'

/** The most options of a page, because they stand in each of its rows. Several searches share it. */
const MAX_PRODUCTS = 200
const MAX_OPTIONS = 1000
const MAX_SEARCHES = 6
const MAX_SEARCH = 120

type Option = { value: string; label: string }

/** The variants that can be ordered; in a large catalog only those of the searches, and those in the form. */
export type Orderable = {
  options: Option[]
  isPart: boolean
  notFound: string[]
  /** What can be chosen with each variant in the form. */
  groups: Map<string, Groups>
}

export async function findOrderable(context: StoreContext, form: Form): Promise<Orderable> {
  const searches = searchesOf(form.value(SEARCH_FIELD))
  const share = (max: number) => Math.floor(max / Math.max(1, searches.length))
  const [chosen, ...found] = await Promise.all([
    chosenInForm(context, form),
    ...(searches.length > 0 ? searches : [undefined]).map((search) =>
      productsOf(context, search, share(MAX_PRODUCTS)),
    ),
  ])
  const offered = found.map(({ data }) => data.flatMap((product) => optionsOf(context, product)))
  const shown = offered.flatMap((options) => options.slice(0, share(MAX_OPTIONS)))
  return {
    options: [...new Map([...shown, ...chosen.options])].map(([value, label]) => ({ value, label })),
    isPart:
      searches.length > 0 ||
      found.some(({ total }) => total > MAX_PRODUCTS) ||
      offered.some((options) => options.length > MAX_OPTIONS),
    notFound: searches.filter((_, n) => found[n]!.data.length === 0),
    groups: chosen.groups,
  }
}

const searchesOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => cleanText(word.slice(0, MAX_SEARCH), 'one') ?? '')
    .filter(Boolean)
    .slice(0, MAX_SEARCHES)

/** The variants that stand in the form's rows, with what can be chosen of each. */
async function chosenInForm(context: StoreContext, form: Form) {
  const { sql, store } = context
  const rows = Array.from({ length: form.rows('items', 0) }, (_, n) => form.value(`items.${n}.variantId`))
  const ids = new Set(rows.filter((id) => /^\w{1,64}$/.test(id)))
  if (ids.size === 0) return { options: [], groups: new Map<string, Groups>() }
  const products = await sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${store.id} and is_active and deleted_at is null
    and id in (select product_id from variants where store_id = ${store.id} and id = any(${[...ids]}::text[]))
    order by name, id`
  const details = await readDetails(sql, store.id, products)
  return {
    options: details.flatMap((product) => optionsOf(context, product)).filter(([id]) => ids.has(id)),
    groups: new Map(
      details.flatMap(({ variants, modifierGroups }) => variants.map(({ id }) => [id, modifierGroups])),
    ),
  }
}

const productsOf = ({ sql, store }: StoreContext, search: string | undefined, limit: number) =>
  selectProducts(sql, store.id, {
    status: 'active',
    sort: 'name',
    variants: 'active',
    search,
    limit,
    offset: 0,
  })

const optionsOf = ({ store }: StoreContext, { name, variants }: Product) =>
  variants.map((variant): [id: string, label: string] => {
    const label = variant.name === 'Única' ? name : `${name} (${variant.name})`
    return [variant.id, `${label}, ${formatAmount(variant.price, store.currency)}`]
  })
