import type { Language } from '../../../core/texts/language.ts'
import { t } from '../../../core/texts/text.ts'
import { createProduct } from '../../../features/products/create.ts'
import { deleteProduct } from '../../../features/products/delete.ts'
import { productFields } from '../../../features/products/fields.ts'
import { findProduct } from '../../../features/products/get.ts'
import { toProduct, type Product } from '../../../features/products/product.ts'
import { restoreProduct } from '../../../features/products/restore.ts'
import { DEFAULT_NAME } from '../../../features/products/variants.ts'
import { cameFrom } from '../access/context.ts'
import { NoFields } from '../forms/no-fields.ts'
import { performAs, performOnceAs } from '../forms/perform.ts'
import type { PanelForm, StoreContext } from '../page.ts'
import { copyName } from '../parts/copy-name.ts'

export const productActions: Record<string, PanelForm<StoreContext>> = {
  '/productos/:id/eliminar': {
    body: NoFields,
    needs: 'products:write',
    async run(context) {
      const { sql, store, params, base } = context
      const id = params['id']!
      const { name } = await findProduct(sql, store.id, id)
      await performAs(context, deleteProduct, { id })
      return {
        message: t('{name} está en la papelera', { name }),
        undo: { action: `${base}/productos/${id}/restaurar`, label: t('Deshacer') },
        next: '/productos',
      }
    },
  },
  '/productos/:id/restaurar': {
    operation: restoreProduct,
    done: ({ name }) => t('{name} está otra vez en tus productos', { name: String(name) }),
    next: (context, { id }) =>
      cameFrom(context, `/productos/${String(id)}`) ? `/productos/${String(id)}` : '/productos',
  },
  '/productos/:id/duplicar': {
    body: NoFields,
    needs: 'products:write',
    async run(context, _body, key) {
      const { sql, store, params, request } = context
      const product = toProduct(await findProduct(sql, store.id, params['id']!))
      const copy = await performOnceAs(
        context,
        createProduct,
        { body: copyOf(product, request.language) },
        key,
      )
      return {
        message: t('Esta es la copia. Todavía no se ve en la tienda.'),
        next: `/productos/${String(copy.data['id'])}`,
      }
    },
  },
}

const MAX_NAME = 120

/** A copy has a link and codes of its own; `imageUrl` is the first of `images`. */
const notCopied = new Set(['slug', 'sku', 'gtin', 'imageUrl'])
const copiedFields = (Object.keys(productFields) as (keyof typeof productFields)[]).filter(
  (name) => !notCopied.has(name),
)

/** Copies the product under another name, hidden at first. */
function copyOf(product: Product, language: Language) {
  const { name, price, variants } = product
  const isPlain = variants.length === 1 && variants[0]!.name === DEFAULT_NAME
  return {
    ...Object.fromEntries(copiedFields.map((field) => [field, product[field]])),
    name: copyName(name, MAX_NAME, language),
    isActive: false,
    ...(!isPlain && {
      variants: variants.map((variant) => ({
        name: variant.name,
        optionValues: variant.optionValues,
        imageUrl: variant.imageUrl,
        price: variant.price === price ? null : variant.price,
      })),
    }),
  }
}
