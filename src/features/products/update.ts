import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { preconditionFailed } from '../../core/errors/errors.ts'
import { isMatch } from '../../core/http/etag.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { moveCount } from '../../core/database/counters.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announce } from '../webhooks/announce.ts'
import { checkPrices, requireCategory, requireFreeProductSlug } from './checks.ts'
import { checkGtins, requireUniqueSkus, skusOf } from './codes.ts'
import { findProduct } from './get.ts'
import { checkImages, checkVariantImages, imagesAfter } from './images.ts'
import {
  counterOf,
  formEtag,
  formEtagWithoutStock,
  MAX_VARIANTS,
  writableFields,
  writableVariantFields,
  type ProductRow,
  type StoredVariant,
} from './product.ts'
import { detailEtag, ProductDetail, readDetail } from './offered-groups.ts'
import { checkQuantityPrices } from './quantity-prices.ts'
import { requireModifierGroups } from './modifier-group-ids.ts'
import { checkOptions, checkOptionValues } from './options.ts'
import { checkVariantPrices, lockVariants, replaceVariants, writeVariants } from './variants.ts'
import { updateProducts } from './write.ts'
import { t } from '../../core/texts/text.ts'

export const ProductChanges = PartialBody({
  ...writableFields,
  modifierGroups: Type.Array(Type.Unknown(), {
    readOnly: true,
    description: 'Solo se lee: se acepta, para poder enviar lo que se leyó, y no cambia nada',
  }),
  variants: Type.Array(PartialBody(writableVariantFields), {
    maxItems: MAX_VARIANTS,
    description:
      'El conjunto nuevo: con id cambia la que existe, sin id (y con name) agrega una, y las activas que falten se quitan',
  }),
})
export type ProductChanges = Static<typeof ProductChanges>

export const updateProduct = operation({
  id: 'updateProduct',
  rest: 'PUT /products/:id',
  scope: 'products:write',
  ifMatch: true,
  summary: 'Cambiar un producto',
  description:
    'Cambia solo los campos que se envían; `variants`, si se envía, reemplaza el conjunto por id. ' +
    'Con `If-Match`, solo si el producto no cambió desde esa lectura.',
  body: ProductChanges,
  errors: ['DUPLICATE_SLUG', 'DUPLICATE_SKU', '412 CHANGED_SINCE'],
  response: { 200: dataOf(ProductDetail) },
  async run({ sql, store, id, body, ifMatch }) {
    return { data: await changeProduct(sql, { storeId: store.id, id, ifMatch }, body) }
  },
})

/** One event, and none where no value changes. @throws 400, 404, 409 `DUPLICATE_SLUG` with `details.suggestion`, `DUPLICATE_SKU`, 412 */
export async function changeProduct(
  tx: Tx,
  { storeId, id, ifMatch }: { storeId: string; id: string; ifMatch?: string | undefined },
  changes: ProductChanges,
): Promise<ProductDetail> {
  const { currencyDigits } = await lockCatalog(tx, storeId)
  if (changes.variants || changes.options) await lockVariants(tx, storeId, [id])
  const before = await findProduct(tx, storeId, id)
  if (ifMatch !== undefined) await requireVersion(tx, storeId, before, ifMatch)
  const after = await validatedChangedRow(tx, storeId, { before, changes, digits: currencyDigits })
  if (isDeepStrictEqual(after, before)) return readDetail(tx, storeId, before)
  if (after.categoryId !== before.categoryId) await requireCategory(tx, storeId, after.categoryId)
  if (changes.modifierGroupIds) await requireModifierGroups(tx, storeId, after.modifierGroupIds)
  if (after.slug !== before.slug) await requireFreeProductSlug(tx, storeId, after.slug)

  const [written] = await updateProducts(tx, storeId, [after])
  const product = await readDetail(tx, storeId, written!)
  if (after.variants !== before.variants) await writeVariants(tx, storeId, [after])
  if (!isDeepStrictEqual(skusOf(after), skusOf(before))) await requireUniqueSkus(tx, storeId, [after])
  await announce(tx, storeId, 'product.updated', product)
  await raiseCatalogVersion(tx, storeId)
  if (after.isActive !== before.isActive) await moveCount(tx, storeId, counterOf(before), counterOf(after))
  return product
}

/** The version that was read: by a form, or by a GET with the active variants or with all of them. @throws 412 */
async function requireVersion(tx: Tx, storeId: string, row: ProductRow, ifMatch: string) {
  if (isMatch(ifMatch, [formEtag(row), formEtagWithoutStock(row)])) return
  const [active, all] = [await readDetail(tx, storeId, row), await readDetail(tx, storeId, row, 'all')]
  const etag = detailEtag(active)
  if (isMatch(ifMatch, [etag, detailEtag(all)])) return
  throw preconditionFailed(t('El producto cambió desde que lo leíste'), active, etag)
}

/** The row with the changes of a body, validated. Its slug, its category and its groups are checked by the caller. @throws 400 */
export async function validatedChangedRow(
  tx: Tx,
  storeId: string,
  { before, changes, digits }: { before: ProductRow; changes: ProductChanges; digits: number },
): Promise<ProductRow> {
  const after = changedRow(before, changes)
  checkPrices(after, digits)
  checkVariantPrices(changes.variants ?? [], digits)
  checkQuantityPrices(after, changes, digits)
  checkGtins(after)
  if (changes.options) checkOptions(after.options)
  if (changes.options || changes.variants) {
    checkOptionValues(after.options, after.variants, changes.variants !== undefined)
  }
  if (isDeepStrictEqual(after, before)) return after
  await checkImages(tx, storeId, { after: after.images, before: before.images }, changes)
  await checkVariantImages(tx, storeId, after, before)
  return after
}

function changedRow(before: ProductRow, changes: ProductChanges): ProductRow {
  const { variants, modifierGroups: _shown, ...fields } = changes
  const images = imagesAfter(before.images, changes)
  const after = { ...before, ...fields, images, imageUrl: images[0]?.url ?? null }
  const known =
    isWithoutOptions(after) && !isWithoutOptions(before) ? withoutValues(before.variants) : before.variants
  return {
    ...after,
    description: after.description || null,
    variants: variants ? replaceVariants(known, variants, after.price) : known,
  }
}

const isWithoutOptions = ({ options }: ProductRow) => options.length === 0

const withoutValues = (variants: StoredVariant[]) =>
  variants.map((variant) => ({ ...variant, optionValues: [] }))
