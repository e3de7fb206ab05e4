import { updateStore } from '../../../features/stores/update.ts'
import type { Db } from '../../../core/database/db.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { defaultLanguage } from '../../../core/texts/language.ts'
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
import { formOf, submit } from '../parts/form.ts'
import { whatsappText } from '../parts/whatsapp-text.ts'
import { withRepeatedHours } from '../hours/hours-field.ts'
import { changesSensitiveFields } from '../access/sensitive-fields.ts'
import { closingFields, placeFields, sellingFields } from './store-fields.ts'
/** The placeholders that the message's buttons insert, with their meanings. */
const placeholders = {
  pedido: 'Número', cliente: 'Cliente', telefono: 'Teléfono', direccion: 'Dirección', mesa: 'Mesa', mapa: 'Mapa',
  productos: 'Productos', subtotal: 'Subtotal', descuento: 'Descuento', envio: 'Envío', total: 'Total',
  cuando: 'Para cuándo', pago: 'Cómo pagar', notas: 'Notas', tienda: 'Tienda', seguimiento: 'Seguimiento',
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
      { name: 'name', label: 'Nombre', value: saved.name, max: 80, required: true },
      {
        name: 'description',
        label: 'Qué vendes',
        value: saved.description,
        max: 2000,
        lines: 3,
        hint: 'Se lee al abrir la tienda, y en los buscadores.',
      },
      {
        name: 'whatsappNumber',
        label: 'Número de WhatsApp',
        value: saved.whatsappNumber,
        type: 'tel',
        max: 40,
        autocomplete: 'tel',
        hint: 'Ahí te llegan los pedidos. Con código de país si es de otro: +502 5555 1234.',
      },
      {
        name: 'slug',
        label: 'Tu enlace',
        value: saved.slug,
        max: MAX_SLUG_TEXT,
        required: true,
        before: `${host}/`,
        hint: 'Si lo cambias, el anterior lleva al nuevo por 90 días.',
      },
      {
        name: 'currency',
        label: 'Moneda',
        value: saved.currency,
        options: currencyOptions(currencies),
        hint: 'Ya no cambia cuando hay pedidos.',
      },
      sellingFields(context, saved),
      placeFields(saved),
      closingFields(context, saved),
      messageField(form.action, saved),
      await preview(context, saved, form.value('messageTemplate', saved.messageTemplate)),
      submit('Guardar'),
    ]
    const away =
      context.can('store:delete') &&
      html`
      <p class="links"><a href="${context.base}/eliminar-tienda">Eliminar la tienda</a></p>
    `
    return { title: 'Datos de la tienda', fields, main: html`${formOf(form, fields)}${away}` }
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
      done: 'Guardado',
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
    return { title: 'Mensaje', isBare: true, main: await preview(context, saved, template) }
  },
})

function messageField(action: string, { messageTemplate }: StoreRow): Part {
  const buttons = Object.entries(placeholders).map(
    ([name, label]) => html`<button type="button" class="chip" data-insert="{{${name}}}">${label}</button>`,
  )
  const message = {
    name: 'messageTemplate',
    label: 'Mensaje del pedido',
    value: messageTemplate,
    max: 1000,
    lines: 6,
    hint: 'Es lo que te escribe quien compra. Vacío usa el nuestro.',
  }
  return {
    parts: [message],
    around: (field) => html`
      <message-field data-preview="${action}/mensaje">
        ${field}
        <div class="chips" role="group" aria-label="Agregar al mensaje">${buttons}</div>
      </message-field>
    `,
  }
}

async function preview({ sql, app }: StoreContext, saved: StoreRow, template: string): Promise<Html> {
  const order = (await lastOrder(sql, saved.id)) ?? sampleOrder(saved.currency)
  const messageTemplate = template.trim() === '' ? null : template
  const trackingUrl = shopUrl(app, saved, `/pedido/${order.trackingToken}`)
  const message = orderMessage({ ...saved, messageTemplate }, order, trackingUrl).in(defaultLanguage)
  return html`
    <figure class="preview" id="message-preview">
      <figcaption class="hint">Así se lee con el pedido ${order.orderNumber}</figcaption>
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

function sampleOrder(currency: string): OrderRow {
  const at = new Date().toISOString()
  return {
    id: 'ejemplo',
    orderNumber: 'PED-7K3QXM',
    status: 'pending',
    customerName: 'Ana Morales',
    customerPhone: '+50255551234',
    customerAddress: '4a calle 7-20, zona 1',
    items: [sampleItem],
    currency,
    subtotal: 200,
    discountCode: null,
    discountAmount: null,
    shippingName: 'Envío a domicilio',
    shippingPrice: 35,
    shippingArea: 'Zona 1',
    location: { latitude: 14.6407, longitude: -90.5133 },
    deliveryKind: 'delivery',
    wantedAt: null,
    notifyCustomer: false,
    phoneVerified: false,
    total: 235,
    notes: 'Tocar el timbre',
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

const sampleItem = {
  productId: '',
  variantId: null,
  variantName: 'Grande',
  unitPrice: 100,
  quantity: 2,
  subtotal: 200,
  productName: 'Producto de ejemplo',
}
