import { attributionOf } from '../../../core/auth/caller.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { createManualOrder, ManualOrder } from '../../../features/orders/create-manual.ts'
import { MAX_LINES } from '../../../features/orders/order.ts'
import { previewTotal } from '../../../features/orders/preview-total.ts'
import type { FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import { codeOfStore, completePhone } from '../forms/phone.ts'
import { callerOf } from '../forms/perform.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { fieldsSection } from '../parts/fields-section.ts'
import { formOf } from '../parts/form.ts'
import { emptyState, section } from '../parts/list.ts'
import { withoutUnchosen } from './choice-fields.ts'
import { ADDRESS, addressField, customerFields, fillInKnown, findKnown } from './new-order-customer.ts'
import { deliveryFields, paymentFields } from './new-order-delivery.ts'
import { lineSection, sums } from './order-line-fields.ts'
import { applyTaps, isTapped, itemsToPrice, SAVE, newLines, type NewLine } from './order-lines.ts'
import { findTiles, productTiles } from './product-tiles.ts'
import { undoOf } from './undo-moves.ts'

const PATH = '/pedidos/nuevo'

export const newOrderPage = storePage({
  path: PATH,
  needs: 'orders:write',
  show: (context) => show(context),
  forms: {
    [PATH]: {
      body: ManualOrder,
      async before(context, fields) {
        await applyTaps(context, fields)
        await fillInKnown(context, fields)
        if (isTapped(fields, ADDRESS)) return show(context, fields)
        withoutUnchosen(fields)
        completePhone(fields, 'phone', codeOfStore(context.store))
      },
      async run(context, order: ManualOrder, key) {
        const { app, store, base } = context
        const attribution = attributionOf(callerOf(context))
        const { id, orderNumber } = await createManualOrder(app, store.id, order, {
          formKey: key,
          attribution,
        })
        const links = [
          { href: `${base}/pedidos/${id}/whatsapp`, label: t('Enviárselo por WhatsApp') },
          { href: base + PATH, label: t('Anotar otro') },
        ]
        const next = `/pedidos/${id}`
        if (!order.isConfirmed)
          return { message: t('Guardaste el pedido {order}', { order: orderNumber }), next, links }
        return {
          message: t('Guardaste el pedido {order}, ya confirmado', { order: orderNumber }),
          next,
          links,
          undo: undoOf(context, t('Deshacer la confirmación')),
        }
      },
    },
  },
})

/** @param submitted what was typed, where a button changed it */
async function show(context: StoreContext, submitted?: FormFields): Promise<View> {
  const { store, base } = context
  const head = { title: t('Anotar un pedido'), back: { href: `${base}/pedidos`, label: t('Pedidos') } }
  const form = context.form(PATH, submitted)
  const [tiles, lines, known] = await Promise.all([
    findTiles(context, form),
    newLines(context, form),
    findKnown(context, form.value('phone')),
  ])
  if (tiles.total === 0 && tiles.search === '' && lines.length === 0)
    return { ...head, main: emptyList(context) }
  const { total, subtotals } = await priceSoFar(context, form, lines)
  const hasCode = form.value('discountCode').trim() !== ''
  const fields: Part[] = [
    fieldsSection(t('Quién pide'), customerFields(context, form, known), 'cliente'),
    section(t('Productos'), productTiles(context, form, tiles, lines), 'productos'),
    lineSection(t('En el pedido'), form, lines, { subtotals, currency: store.currency, max: MAX_LINES }),
    fieldsSection(t('Entrega y pago'), [
      ...(await deliveryFields(context, addressField(form, known))),
      paymentFields(context),
    ]),
    html`
      <div class="foot">
        ${sums({ total, hasLines: lines.length > 0, hasCode, currency: store.currency })}
        <button class="button main" name="${SAVE}" value="1">${t('Guardar pedido')}</button>
      </div>
    `,
  ]
  return {
    ...head,
    fields,
    main: html`<order-form>${formOf(form, fields, { class: 'order-form' })}</order-form>`,
  }
}

async function priceSoFar({ sql, store }: StoreContext, form: Form, lines: NewLine[]) {
  const priced = itemsToPrice(form, lines)
  const items = priced.map(({ item }) => item)
  const total = await previewTotal(sql, store, items, {
    shippingOptionId: form.value('shippingOptionId'),
    areaId: form.value('areaId'),
    discountCode: form.value('discountCode').trim(),
  })
  return { total, subtotals: new Map(priced.map(({ n }, at) => [n, total?.subtotals[at] ?? 0])) }
}

const emptyList = ({ base }: StoreContext): Html =>
  emptyState(
    'products',
    t('Todavía no hay qué pedir'),
    t('Agrega tu primer producto y vuelve: el pedido toma sus precios.'),
    html`<a class="button" href="${base}/productos/nuevo">${t('Agregar un producto')}</a>`,
  )
