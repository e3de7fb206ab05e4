import { Type } from 'typebox'
import { restoreProduct } from '../../products/restore.ts'
import { createProduct } from '../../products/create.ts'
import { updateProduct } from '../../products/update.ts'
import { html, type Html } from '../../core/http/html.ts'
import { findProduct, findProductIfAny } from '../../products/get.ts'
import { formEtagWithoutStock, toProduct, type Product, type ProductRow } from '../../products/product.ts'
import { deleteProduct } from '../../products/delete.ts'
import { productFields } from '../../products/fields.ts'
import { performAs } from '../forms/perform.ts'
import { cameFrom } from '../access/context.ts'
import { deleteDraft, draftedForm, draftOwnerOf } from '../forms/drafts.ts'
import { draftNotice } from './draft-notice.ts'
import { storePage, type PanelForm, type StoreContext, type View } from '../page.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { deletedProductView } from './deleted-product-view.ts'
import { arrangedView } from './arrange-product.ts'
import { withVariants } from './option-table.ts'
import { performWithCategory, withoutEmptyCategory } from './product-category.ts'
import { productFields as formFields } from './product-fields.ts'
import { VARIANTS_ANCHOR } from './product-variants.ts'
import { withEditedStock, withNewStock } from './stock-fields.ts'
import { withSlug } from '../forms/slug.ts'
import { uploadPhotos } from '../forms/upload-photos.ts'
import { areSoldOut } from './product-options.ts'
import { shopUrl } from '../../stores/address.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/productos`, label: 'Productos' })
/** Ignores fields: the product's form can be posted to `/descartar`, with all that was typed. */
const Nothing = Type.Object({})

/** Discards the draft. */
const discardForm = (pathOf: (params: Record<string, string>) => string): PanelForm<StoreContext> => ({
  body: Nothing,
  needs: 'products:write',
  async run(context) {
    const path = pathOf(context.params)
    await deleteDraft(context.sql, draftOwnerOf(context), path)
    return { message: 'Descartado', next: path }
  },
})

/** The button that leads to the next new product. */
const ANOTHER = '_another'

const publishButtons = html`
  <div class="foot">
    <button class="button main">Publicar</button>
    <button class="button ghost" name="${ANOTHER}" value="1">Guardar y agregar otro</button>
  </div>
`

export const newProductPage = storePage({
  path: '/productos/nuevo',
  needs: 'products:write',
  async show(context) {
    const { form, draft } = await draftedForm(context, '/productos/nuevo')
    const fields = [...(await formFields(context, form, null)), publishButtons]
    return {
      title: 'Producto nuevo',
      fields,
      back: back(context),
      main: html`
        ${draftNotice(context, '/productos/nuevo', draft)}
        ${formOf(form, fields, { hasFiles: true })}
      `,
    }
  },
  forms: {
    '/productos/nuevo': {
      operation: createProduct,
      toApi: (fields) => withoutEmptyCategory(withNewStock(withVariants(fields))),
      together: performWithCategory,
      hasFiles: true,
      hasDraft: true,
      async before(context, fields) {
        await uploadPhotos(context, fields)
        return arrangedView(context, fields, newProductPage.show)
      },
      done: ({ name, isActive }) =>
        isActive
          ? `${String(name)} ya se vende en tu tienda`
          : `Guardaste ${String(name)}, sin mostrarlo todavía`,
      next: (_context, { id }, fields) => `/productos/${fields.has(ANOTHER) ? 'nuevo' : String(id)}`,
      links: ({ base }, _sent, fields) => [
        ...(fields.has(ANOTHER) ? [] : [{ href: `${base}/productos/nuevo`, label: 'Agregar otro' }]),
        { href: `${base}/compartir`, label: 'Compartir la tienda' },
      ],
    },
    '/productos/nuevo/descartar': discardForm(() => '/productos/nuevo'),
  },
})

export const productPage = storePage({
  path: '/productos/:id',
  needs: 'products:read',
  async show(context) {
    const { sql, store, params } = context
    const product = await findProductIfAny(sql, store.id, params['id']!)
    if (!product) return deletedProductView(context, params['id']!)
    return {
      title: product.name,
      back: back(context),
      action: seeLink(context, product),
      ...(context.can('products:write') ? await editable(context, product) : { main: readOnly(product) }),
    }
  },
  forms: {
    '/productos/:id': {
      operation: updateProduct,
      toApi: async (fields, { sql, store, params }) => {
        const product = await findProductIfAny(sql, store.id, params['id']!)
        const api = withoutEmptyCategory(withVariants(withSlug(fields), product))
        return product ? withEditedStock(api, product) : api
      },
      together: performWithCategory,
      hasFiles: true,
      hasDraft: true,
      async before(context, fields) {
        await uploadPhotos(context, fields)
        return arrangedView(context, fields, productPage.show)
      },
      undo: true,
      done: (_product, _context, sent) =>
        areSoldOut(sent)
          ? 'Guardado. De las variantes nuevas hay 0, y no se pueden pedir hasta que escribas cuántas hay.'
          : 'Guardado',
      next: () => '/productos',
      links: ({ base, params }, sent) =>
        areSoldOut(sent)
          ? [{ href: `${base}/productos/${params['id']}#${VARIANTS_ANCHOR}`, label: 'Escribir cuántas hay' }]
          : [],
    },
    '/productos/:id/descartar': discardForm(({ id }) => `/productos/${id}`),
    '/productos/:id/eliminar': {
      body: Nothing,
      needs: 'products:write',
      async run(context) {
        const { sql, store, params, base } = context
        const id = params['id']!
        const { name } = await findProduct(sql, store.id, id)
        await performAs(context, deleteProduct, { id })
        return {
          message: `${name} está en la papelera`,
          undo: { action: `${base}/productos/${id}/restaurar`, label: 'Deshacer' },
          next: '/productos',
        }
      },
    },
    '/productos/:id/restaurar': {
      operation: restoreProduct,
      done: ({ name }) => `${String(name)} está otra vez en tus productos`,
      next: (context, { id }) =>
        cameFrom(context, `/productos/${String(id)}`) ? `/productos/${String(id)}` : '/productos',
    },
    '/productos/:id/duplicar': {
      body: Nothing,
      needs: 'products:write',
      async run(context) {
        const { sql, store, params } = context
        const product = toProduct(await findProduct(sql, store.id, params['id']!))
        const copy = await performAs(context, createProduct, { body: copyOf(product) })
        return {
          message: 'Esta es la copia. Todavía no se ve en la tienda.',
          next: `/productos/${copy.data.id}`,
        }
      },
    },
  },
})

const MAX_NAME = 120
const COPY_SUFFIX = ' (copia)'

/** A copy has a link and codes of its own; `imageUrl` is the first of `images`. */
const notCopied = new Set(['slug', 'sku', 'gtin', 'imageUrl'])
const copiedFields = (Object.keys(productFields) as (keyof typeof productFields)[]).filter(
  (name) => !notCopied.has(name),
)

/** The same product under another name, hidden at first. */
function copyOf(product: Product) {
  const { name, price, variants } = product
  const isPlain = variants.length === 1 && variants[0]!.name === 'Única'
  return {
    ...Object.fromEntries(copiedFields.map((field) => [field, product[field]])),
    name: name.slice(0, MAX_NAME - COPY_SUFFIX.length) + COPY_SUFFIX,
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

async function editable(context: StoreContext, product: ProductRow): Promise<Pick<View, 'fields' | 'main'>> {
  const path = `/productos/${product.id}`
  const version = formEtagWithoutStock(product) // orders change the stock: it has its own check
  const { form, draft } = await draftedForm(context, path, version)
  const fields = [...(await formFields(context, form, product)), submit('Guardar')]
  const button = (path: string, name: 'copy' | 'trash', label: string) =>
    buttonForm(
      context.form(`/productos/${product.id}/${path}`),
      {},
      html`<button class="quiet">${icon(name)} ${label}</button>`,
    )
  const main = html`
    ${draftNotice(context, path, draft)}
    ${formOf(form, fields, { hasFiles: true, version })}
    <div class="buttons">
      ${button('duplicar', 'copy', 'Duplicar')}
      ${button('eliminar', 'trash', 'Eliminar')}
    </div>
  `
  return { fields, main }
}

const readOnly = ({ description }: ProductRow): Html => html`<p>${description ?? 'Sin descripción.'}</p>`

const seeLink = ({ app, store }: StoreContext, { slug, isActive }: ProductRow): Html | undefined =>
  isActive
    ? html`
      <a class="quiet" href="${shopUrl(app, store, `/p/${slug}`)}" target="_blank" rel="noopener">
        ${icon('eye')} Ver
      </a>
    `
    : undefined
