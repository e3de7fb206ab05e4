import { updateStore } from '../../../features/stores/update.ts'
import type { Db } from '../../../core/database/db.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { Language } from '../../../core/texts/language.ts'
import { currencies } from '../../../core/values/currency.ts'
import { orderMessage } from '../../../features/orders/message.ts'
import { orderColumns, type OrderRow } from '../../../features/orders/order-row.ts'
import { shopUrl, withoutProtocol } from '../../../features/stores/address.ts'
import { findStore } from '../../../features/stores/find.ts'
import type { StoreRow } from '../../../features/stores/store.ts'
import { currencyOptions, codeOfStore, completePhone } from '../forms/phone.ts'
import { MAX_SLUG, MAX_SLUG_TEXT, withSlug } from '../forms/slug.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { fieldsSection } from '../parts/fields-section.ts'
import { formOf, submit } from '../parts/form.ts'
import { languageOptions } from '../parts/language-options.ts'
import { whatsappText } from '../parts/whatsapp-text.ts'
import { withRepeatedHours } from '../hours/hours-field.ts'
import { changesSensitiveFields } from '../access/sensitive-fields.ts'
import { closingFields, placeFields, sellingFields } from './store-fields.ts'
import { phoneHint } from '../parts/phone-hint.ts'
import { sampleAmount, sampleLocationOf, samplePhoneOf } from '../forms/samples.ts'
import { joined, t } from '../../../core/texts/text.ts'

/** The placeholders that the message's buttons insert, with their meanings. */
const placeholders = {
  pedido: t('Número'), cliente: t('Cliente'), telefono: t('Teléfono'), direccion: t('Dirección'), mesa: t('Mesa'), mapa: t('Mapa'),
  productos: t('Productos'), subtotal: t('Subtotal'), descuento: t('Descuento'), envio: t('Envío'), total: t('Total'),
  cuando: t('Para cuándo'), pago: t('Cómo pagar'), notas: t('Notas'), tienda: t('Tienda'), seguimiento: t('Seguimiento'),
} // prettier-ignore

export const storeSettingsPage = storePage({
  path: '/tienda',
  needs: 'store:write',
  async show(context) {
    const { sql, app, store } = context
    const saved = await findStore(sql, store.id)
    const form = context.form('/tienda')
    const host = withoutProtocol(app.publicUrl)
    const fields: Part[] = [
      fieldsSection(t('Lo que se ve de tu tienda'), [
        { name: 'name', label: t('Nombre'), value: saved.name, max: 80, required: true },
        {
          name: 'slug',
          label: t('Tu enlace'),
          value: saved.slug,
          max: MAX_SLUG_TEXT,
          required: true,
          before: `${host}/`,
          hint: t('Si lo cambias, el anterior lleva al nuevo por 90 días.'),
        },
        {
          name: 'description',
          label: t('Qué vendes'),
          value: saved.description,
          max: 2000,
          lines: 3,
          hint: t('Se lee al abrir la tienda, y en los buscadores.'),
        },
      ]),
      fieldsSection(t('WhatsApp, moneda e idioma'), [
        {
          name: 'whatsappNumber',
          label: t('Número de WhatsApp'),
          value: saved.whatsappNumber,
          type: 'tel',
          max: 40,
          autocomplete: 'tel',
          hint: joined([t('Ahí te llegan los pedidos.'), phoneHint(store)], ' '),
        },
        {
          name: 'currency',
          label: t('Moneda'),
          value: saved.currency,
          options: currencyOptions(currencies),
          hint: t('Ya no cambia cuando hay pedidos.'),
        },
        {
          name: 'language',
          label: t('Idioma de tu tienda'),
          value: saved.language,
          options: languageOptions,
          hint: t('Lo que leen tus clientes. No traduce lo que tú escribes; el tuyo se elige en tu cuenta.'),
        },
      ]),
      sellingFields(context, saved),
      placeFields(saved),
      closingFields(context, saved),
      fieldsSection(t('El mensaje que recibes'), [
        messageField(form.action, saved),
        await preview(context, saved, form.value('messageTemplate', saved.messageTemplate)),
      ]),
      submit(t('Guardar')),
    ]
    const away =
      context.can('store:delete') &&
      html`
      <p class="links"><a href="${context.base}/eliminar-tienda">${t('Eliminar la tienda')}</a></p>
    `
    return { title: t('Datos de la tienda'), fields, main: html`${formOf(form, fields)}${away}` }
  },
  forms: {
    '/tienda': {
      operation: updateStore,
      toApi: (fields) => withSlug(withRepeatedHours(fields), MAX_SLUG),
      before({ store }, fields) {
        completePhone(fields, 'whatsappNumber', codeOfStore(store))
      },
      needsPassword: changesSensitiveFields,
      undo: true,
      done: t('Guardado'),
      next: (_context, { slug }) => `/panel/t/${String(slug)}/tienda`,
    },
  },
})

/** The message while it is being written, put in the place of the page's own. */
export const messagePreviewPage = storePage({
  path: '/tienda/mensaje',
  needs: 'store:write',
  async show(context) {
    const saved = await findStore(context.sql, context.store.id)
    const template = (context.query['messageTemplate'] ?? '').slice(0, 1000)
    return { title: t('Mensaje'), isBare: true, main: await preview(context, saved, template) }
  },
})

function messageField(action: string, { messageTemplate }: StoreRow): Part {
  const buttons = Object.entries(placeholders).map(
    ([name, label]) => html`<button type="button" class="chip" data-insert="{{${name}}}">${label}</button>`,
  )
  const message = {
    name: 'messageTemplate',
    label: t('Mensaje del pedido'),
    value: messageTemplate,
    max: 1000,
    lines: 6,
    hint: t('Es lo que te escribe quien compra. Vacío usa el nuestro.'),
  }
  return {
    parts: [message],
    around: (field) => html`
      <message-field data-preview="${action}/mensaje">
        ${field}
        <div class="chips" role="group" aria-label="${t('Agregar al mensaje')}">${buttons}</div>
      </message-field>
    `,
  }
}

async function preview({ sql, app }: StoreContext, saved: StoreRow, template: string): Promise<Html> {
  const { language } = saved
  const order = (await lastOrder(sql, saved.id)) ?? sampleOrder(saved, language)
  const messageTemplate = template.trim() === '' ? null : template
  const trackingUrl = shopUrl(app, saved, `/pedido/${order.trackingToken}`)
  const message = orderMessage({ ...saved, messageTemplate }, order, trackingUrl).in(language)
  return html`
    <figure class="preview" id="message-preview">
      <figcaption class="hint">${t('Así se lee con el pedido {number}', { number: order.orderNumber })}</figcaption>
      <blockquote>${whatsappText(message)}</blockquote>
    </figure>
  `
}

async function lastOrder(sql: Db, storeId: string): Promise<OrderRow | undefined> {
  const [order] = await sql<OrderRow[]>`
    select ${orderColumns(sql)}
    from orders
    where store_id = ${storeId}
    order by created_at desc, id desc
    limit 1`
  return order
}

function sampleOrder(saved: StoreRow, language: Language): OrderRow {
  const { currency } = saved
  const [price, shipping] = [sampleAmount(saved, 100), sampleAmount(saved, 35)]
  const at = new Date().toISOString()
  return {
    id: 'ejemplo',
    orderNumber: 'PED-7K3QXM',
    status: 'pending',
    customerName: t('Ana Morales').in(language),
    customerPhone: samplePhoneOf(saved) ?? '',
    customerAddress: t('Calle 5, casa 20').in(language),
    items: [sampleItem(price, language)],
    currency,
    subtotal: 2 * price,
    discountCode: null,
    discountAmount: null,
    shippingName: t('Envío a domicilio').in(language),
    shippingPrice: shipping,
    shippingArea: t('Centro').in(language),
    location: sampleLocationOf(saved),
    deliveryKind: 'delivery',
    wantedAt: null,
    notifyCustomer: false,
    phoneVerified: false,
    total: 2 * price + shipping,
    notes: t('Tocar el timbre').in(language),
    isTest: false,
    paymentState: null,
    payment: null,
    paymentMethod: null,
    timeline: [],
    trackingToken: 'ejemplo',
    notificationState: 'NOT_CONFIGURED',
    notificationReason: null,
    notificationUpdatedAt: at,
    createdAt: at,
    updatedAt: at,
  }
}

const sampleItem = (unitPrice: number, language: Language) => ({
  productId: '',
  variantId: null,
  variantName: t('Grande').in(language),
  unitPrice,
  quantity: 2,
  subtotal: 2 * unitPrice,
  productName: t('Producto de ejemplo').in(language),
})
