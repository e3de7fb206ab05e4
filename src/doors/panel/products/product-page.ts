import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { createProduct } from '../../../features/products/create.ts'
import { findProductIfAny } from '../../../features/products/get.ts'
import { formEtagWithoutStock, MAX_VARIANTS, type ProductRow } from '../../../features/products/product.ts'
import { updateProduct } from '../../../features/products/update.ts'
import { countWaiting } from '../../../features/restock/requests.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { withSubmitted } from '../access/context.ts'
import { discardForm } from '../forms/discard-form.ts'
import { draftedForm, SHOW_DRAFT, type Draft } from '../forms/drafts.ts'
import type { FormFields } from '../forms/form-fields.ts'
import { withSlug } from '../forms/slug.ts'
import { uploadPhotos } from '../forms/upload-photos.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { deletedProductView } from './deleted-product-view.ts'
import { withPhotoMoved } from './photos-field.ts'
import { productActions } from './product-actions.ts'
import { performWithCategory, withoutEmptyCategory } from './product-category.ts'
import { productParts } from './product-fields.ts'
import { areSoldOut, MAKE_TABLE, withTableMade, withVariants, writtenRows } from './product-options.ts'
import { VARIANTS_ANCHOR } from './product-variants.ts'
import { withEditedStock, withNewStock } from './stock-fields.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/productos`, label: t('Productos') })

const ANOTHER = '_another'

const publishButtons = html`
  <div class="foot">
    <button class="button main">${t('Publicar')}</button>
    <button class="button ghost" name="${ANOTHER}" value="1">${t('Guardar y otro')}</button>
  </div>
`

export const newProductPage = storePage({
  path: '/productos/nuevo',
  needs: 'products:write',
  async show(context) {
    const { form, draft } = await draftedForm(context, '/productos/nuevo')
    const fields = [...(await productParts(context, form, null)), publishButtons]
    return {
      title: t('Producto nuevo'),
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
      before: (context, fields) => uploadAndArrange(context, fields, newProductPage.show),
      done: ({ name, isActive }) =>
        isActive
          ? t('{name} ya se vende en tu tienda', { name: String(name) })
          : t('Guardaste {name}, sin mostrarlo todavía', { name: String(name) }),
      next: (_context, { id }, fields) => `/productos/${fields.has(ANOTHER) ? 'nuevo' : String(id)}`,
      links: ({ base }, _sent, fields) => [
        ...(fields.has(ANOTHER) ? [] : [{ href: `${base}/productos/nuevo`, label: t('Agregar otro') }]),
        { href: `${base}/compartir`, label: t('Compartir la tienda') },
      ],
    },
    '/productos/nuevo/descartar': discardForm('/productos/nuevo', 'products:write', t('Descartado')),
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
      before: (context, fields) => uploadAndArrange(context, fields, productPage.show),
      undo: true,
      done: (_product, _context, sent) =>
        areSoldOut(sent)
          ? t('Guardado. De las variantes nuevas hay 0, y no se pueden pedir hasta que escribas cuántas hay.')
          : t('Guardado'),
      next: () => '/productos',
      links: ({ base, params }, sent) =>
        areSoldOut(sent)
          ? [
              {
                href: `${base}/productos/${params['id']}#${VARIANTS_ANCHOR}`,
                label: t('Escribir cuántas hay'),
              },
            ]
          : [],
    },
    '/productos/:id/descartar': discardForm('/productos/:id', 'products:write', t('Descartado')),
    ...productActions,
  },
})

/**
 * Uploads the photos. @returns the page with its form as it was typed, with a photo moved or with the table of variants, where one of
 * those buttons was pressed: nothing is saved @throws 400 where a combination of values is too long for a name
 */
async function uploadAndArrange(
  context: StoreContext,
  fields: FormFields,
  show: (context: StoreContext) => View | Promise<View>,
): Promise<View | void> {
  await uploadPhotos(context, fields)
  const arranged = withPhotoMoved(fields) ?? (fields.has(MAKE_TABLE) ? withTableMade(fields) : undefined)
  if (!arranged) return
  const isTooMany = writtenRows(arranged).length > MAX_VARIANTS
  const message = t('Un producto tiene como máximo {max} variantes: quita valores', { max: MAX_VARIANTS })
  const issues = isTooMany ? [{ field: 'variants', reason: 'max_items', message }] : []
  const action = context.request.url.split('?')[0]!
  return show(withSubmitted(context, { action, fields: arranged, issues, message: '' }))
}

async function editable(context: StoreContext, product: ProductRow): Promise<Pick<View, 'fields' | 'main'>> {
  const path = `/productos/${product.id}`
  const version = formEtagWithoutStock(product) // orders change the stock: it has its own check
  const { form, draft } = await draftedForm(context, path, version)
  const fields = [...(await productParts(context, form, product)), submit(t('Guardar'))]
  const button = (path: string, name: 'copy' | 'trash', label: Localized) =>
    buttonForm(
      context.form(`/productos/${product.id}/${path}`),
      {},
      html`<button class="quiet">${icon(name)} ${label}</button>`,
    )
  const main = html`
    ${draftNotice(context, path, draft)}
    ${await waitingLine(context, product)}
    ${formOf(form, fields, { hasFiles: true, version })}
    <div class="buttons">
      ${button('duplicar', 'copy', t('Duplicar'))}
      ${button('eliminar', 'trash', t('Eliminar'))}
    </div>
  `
  return { fields, main }
}

const readOnly = ({ description }: ProductRow): Html => html`<p>${description ?? t('Sin descripción.')}</p>`

const seeLink = ({ app, store }: StoreContext, { slug, isActive }: ProductRow): Html | undefined =>
  isActive
    ? html`
      <a class="quiet" href="${shopUrl(app, store, `/p/${slug}`)}" target="_blank" rel="noopener">
        ${icon('eye')} ${t('Ver')}
      </a>
    `
    : undefined

async function waitingLine({ sql, store }: StoreContext, { id }: ProductRow): Promise<Html | null> {
  const count = (await countWaiting(sql, store.id, [id])).get(id)
  if (count === undefined) return null
  const text = t(
    '<b>{n, plural, one {# persona espera} other {# personas esperan}}</b> que vuelva: les avisaremos por WhatsApp.',
    { n: count, b: (bold) => html`<b>${bold}</b>` },
  )
  return html`<p>${text}</p>`
}

function draftNotice({ form, base }: StoreContext, path: string, draft: Draft): Html | null {
  if (draft === 'none') return null
  const discard = buttonForm(
    form(`${path}/descartar`),
    {},
    html`<button class="quiet">${t('Descartar')}</button>`,
  )
  if (draft === 'shown') {
    return html`
      <div class="notice"><p>${t('Esto es lo que estabas escribiendo. Todavía no está guardado.')}</p>${discard}</div>
    `
  }
  return html`
    <div class="notice">
      <p>${t('Dejaste cambios sin guardar, y desde entonces el producto cambió. Aquí está como quedó.')}</p>
      <div class="buttons"><a class="button ghost" href="${base}${path}?${SHOW_DRAFT}=1">${t('Ver lo que escribí')}</a>${discard}</div>
    </div>
  `
}
