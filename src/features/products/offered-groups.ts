import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { etagOf } from '../../core/http/etag.ts'
import { Nullable } from '../../core/http/schema.ts'
import { Product, toProduct, type ProductRow, type VariantsShown } from './product.ts'

export const Pricing = Type.Enum(['sum', 'highest', 'average'], {
  description:
    'Cuánto cuesta lo elegido: sum, la suma; highest, lo más caro una sola vez (pizza mitad y mitad); average, el promedio',
})

const OfferedGroup = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    minChoices: Type.Integer(),
    maxChoices: Nullable(Type.Integer({ description: 'Nulo: sin límite' })),
    pricing: Pricing,
    choices: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        price: Type.Number(),
        maxQuantity: Type.Integer(),
      }),
    ),
  },
  { title: 'OfferedModifierGroup', description: 'Grupo de extras con lo que se puede elegir ahora' },
)
export type OfferedGroup = Static<typeof OfferedGroup>

export const ProductDetail = Type.Object(
  {
    ...Product.properties,
    modifierGroups: Type.Array(OfferedGroup, {
      description:
        'Los grupos de `modifierGroupIds` con las opciones activas. Un grupo obligatorio al que no le quedan deja el producto ' +
        'agotado',
    }),
  },
  { title: 'ProductDetail', description: 'Producto, con lo que se puede elegir al pedirlo' },
)
export type ProductDetail = Static<typeof ProductDetail>

type Row = Pick<ProductRow, 'modifierGroupIds'>

async function findOfferedGroups(sql: Sql, storeId: string, rows: Row[]): Promise<Map<string, OfferedGroup>> {
  const ids = [...new Set(rows.flatMap(({ modifierGroupIds }) => modifierGroupIds))]
  if (ids.length === 0) return new Map()
  const groups = await sql<OfferedGroup[]>`
    select
      id, name, min_choices, max_choices, pricing,
      (
        select coalesce(jsonb_agg(choice - 'isActive' order by place), '[]')
        from jsonb_array_elements(choices) with ordinality as listed (choice, place)
        where (choice -> 'isActive')::boolean
      ) as choices
    from modifier_groups
    where store_id = ${storeId} and id = any(${ids}::text[])`
  return new Map(groups.map((group) => [group.id, group]))
}

/** Those of a product in its order. An optional one with nothing to choose is left out. */
const offeredBy = ({ modifierGroupIds }: Row, groups: Map<string, OfferedGroup>): OfferedGroup[] =>
  modifierGroupIds
    .map((id) => groups.get(id))
    .filter((group) => group !== undefined)
    .filter(({ minChoices, choices }) => minChoices > 0 || choices.length > 0)

export const listOfferedGroups = async (sql: Sql, storeId: string, row: Row): Promise<OfferedGroup[]> =>
  (await readOfferedGroups(sql, storeId, [row]))(row)

/** The groups of some products. @returns those of one of them */
export async function readOfferedGroups(sql: Sql, storeId: string, rows: Row[]) {
  const groups = await findOfferedGroups(sql, storeId, rows)
  return (row: Row): OfferedGroup[] => offeredBy(row, groups)
}

export async function readDetails(
  sql: Sql,
  storeId: string,
  rows: ProductRow[],
  shown: VariantsShown = 'active',
): Promise<ProductDetail[]> {
  const offeredGroups = await readOfferedGroups(sql, storeId, rows)
  return rows.map((row) => ({ ...toProduct(row, shown), modifierGroups: offeredGroups(row) }))
}

export async function readDetail(sql: Sql, storeId: string, row: ProductRow, shown?: VariantsShown) {
  const [detail] = await readDetails(sql, storeId, [row], shown)
  return detail!
}

export const detailEtag = (detail: ProductDetail) => etagOf(JSON.stringify({ data: detail }))
