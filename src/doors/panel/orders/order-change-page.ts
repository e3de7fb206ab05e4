import { Type, type Static } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { readOrderRow } from '../../../features/orders/get.ts'
import { itemChanges, keyOfItem, toNewItem } from '../../../features/orders/item-changes.ts'
import type { PricedChange } from '../../../features/orders/price-change.ts'
import { lineKey } from '../../../features/orders/merge-items.ts'
import { itemTextInFull } from '../../../features/orders/message.ts'
import { MAX_LINES } from '../../../features/orders/order.ts'
import type { StoredItem } from '../../../features/orders/order-item.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { isOpen } from '../../../features/orders/proposal.ts'
import {
  NewProposal,
  previewChange,
  proposeChange,
  whyUnchangeable,
} from '../../../features/orders/propose.ts'
import { findProducts } from '../../../features/products/get.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { performAs } from '../forms/perform.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { fieldsSection } from '../parts/fields-section.ts'
import { section } from '../parts/list.ts'
import { withoutUnchosen } from './choice-fields.ts'
import { changeRows } from './order-proposal.ts'
import { lineSection, quantityField } from './order-line-fields.ts'
import { putInAsLine } from './order-line-edit.ts'
import { applyTaps, EDIT, isTapped, SAVE, newLines } from './order-lines.ts'
import { findTiles, productTiles } from './product-tiles.ts'

const SentProposal = Body({ ...NewProposal.properties, isSeen: Type.Optional(Type.Boolean()) })
type SentProposal = Static<typeof SentProposal>

/** A change that is proposed to who bought: quantities, lines out and in, a message; then what it costs; then it is sent. */
export const orderChangePage = storePage({
  path: '/pedidos/:id/cambiar',
  needs: 'orders:write',
  show: (context) => show(context),
  forms: {
    '/pedidos/:id/cambiar': {
      body: SentProposal,
      async before(context, fields) {
        const { items } = await readOrderRow(context.sql, context.store.id, context.params['id']!)
        await putInAsLine(context, fields, items)
        await applyTaps(context, fields, items.length)
        if (isTapped(fields)) return show(context, fields)
        withoutUnchosen(fields)
        withoutTakenOut(fields, items.length)
      },
      async run(context, { isSeen, ...body }: SentProposal) {
        const id = context.params['id']!
        if (!isSeen) return preview(context, body)
        await performAs(context, proposeChange, { id, body })
        return { message: t('Propusiste el cambio: envíale el enlace'), next: `/pedidos/${id}` }
      },
    },
  },
})

function withoutTakenOut(fields: FormFields, count: number) {
  for (let n = 0; n < count; n++) {
    if (!['', '0'].includes((lastOf(fields, `items.${n}.quantity`) ?? '').trim())) continue
    for (const name of fields.keys()) if (name.startsWith(`items.${n}.`)) fields.delete(name)
  }
}

/** @param submitted what was typed, where a button changed it */
async function show(context: StoreContext, submitted?: FormFields): Promise<View> {
  const order = await readOrderRow(context.sql, context.store.id, context.params['id']!)
  const head = headOf(context, order)
  const why = whyUnchangeable(order) ?? (isOpen(order.proposal) ? t('Ya hay un cambio por aceptar') : null)
  if (why) return { ...head, main: insteadOf(context, order, why) }
  const form = context.form(`/pedidos/${order.id}/cambiar`, submitted)
  const first = order.items.length
  const { sql, store } = context
  const [tiles, lines, products] = await Promise.all([
    findTiles(context, form),
    newLines(context, form, first),
    findProducts(
      sql,
      store.id,
      order.items.map(({ productId }) => productId),
    ),
  ])
  const hasProducts = tiles.total > 0 || tiles.search !== ''
  const fields: Part[] = [
    presentItems(order.items, products),
    hasProducts && section(t('Productos'), productTiles(context, form, tiles, lines), 'productos'),
    lineSection(t('Lo que agregas'), form, lines, { currency: order.currency, max: MAX_LINES - first }),
    {
      name: 'message',
      label: t('Qué le dices (opcional)'),
      max: 300,
      lines: 2,
      placeholder: t('Se nos acabó el grande: ¿te va bien el mediano?'),
    },
    html`<div class="foot"><button class="button main" name="${SAVE}" value="1">${t('Ver el nuevo total')}</button></div>`,
  ]
  return {
    ...head,
    fields,
    main: html`<order-form>${formOf(form, fields, { class: 'order-form' })}</order-form>`,
  }
}

const headOf = ({ base }: StoreContext, { id, orderNumber }: OrderRow) => ({
  title: t('Cambiar {order}', { order: orderNumber }),
  back: { href: `${base}/pedidos/${id}`, label: orderNumber },
})

const presentItems = (items: StoredItem[], products: Map<string, ProductRow>): Part =>
  fieldsSection(
    t('Lo que pidió'),
    items.map((item, n) => presentRow(item, n, products.get(item.productId))),
  )

/** An item of the order, by its quantity; it keeps its choices and its note, unless it is put in as a line of its own. */
function presentRow(item: StoredItem, n: number, product: ProductRow | undefined): Part {
  const text = itemTextInFull(item).replace(/^\d+ × /, '')
  return {
    parts: [hiddenItem(toNewItem(item), n), quantityField(n, text, item.quantity)],
    around: (fields) => html`
      <fieldset class="line">
        <legend>${text}</legend>
        ${fields}
        ${product && hasChoices(product) && editButton(n, text)}
      </fieldset>
    `,
  }
}

const editButton = (n: number, text: string): Html => html`
  <button class="quiet" name="${EDIT}" value="${n}" aria-label="${t('Cambiar opciones: {item}', { item: text })}">
    ${t('Cambiar opciones')}
  </button>
`

const hasChoices = ({ isActive, modifierGroupIds, variants }: ProductRow) =>
  isActive && (modifierGroupIds.length > 0 || variants.filter((variant) => variant.isActive).length > 1)

type SentItem = SentProposal['items'][number]

const hiddenItem = ({ variantId, modifiers = [], note }: SentItem, n: number): Html => html`
  <input type="hidden" name="items.${n}.variantId" value="${variantId}">
  ${note && html`<input type="hidden" name="items.${n}.note" value="${note}">`}
  ${modifiers.map(
    ({ choiceId, quantity = 1 }, m) => html`
      <input type="hidden" name="items.${n}.modifiers.${m}.choiceId" value="${choiceId}">
      <input type="hidden" name="items.${n}.modifiers.${m}.quantity" value="${quantity}">
    `,
  )}
`

async function preview(context: StoreContext, body: NewProposal): Promise<View> {
  const { sql, store, base, app } = context
  const order = await readOrderRow(sql, store.id, context.params['id']!)
  const priced = await previewChange(sql, store.id, order.id, body.items)
  const form = context.form(`/pedidos/${order.id}/cambiar`)
  const isNotified = app.config.whatsapp.api !== null && order.notifyCustomer
  const fields: Part[] = [
    html`
      ${rowsOf(order, body.items).map(sentItem)}
      <input type="hidden" name="message" value="${body.message ?? ''}">
      <input type="hidden" name="isSeen" value="true">
      <p class="hint">
        ${
          isNotified
            ? t('Le avisamos por WhatsApp, y también puedes enviarle tú el enlace.')
            : t('Después le envías tú el enlace por WhatsApp.')
        }
        ${t('Nada cambia hasta que lo acepte; tiene 48 horas.')}
      </p>
    `,
    submit(t('Proponer el cambio')),
  ]
  return {
    ...headOf(context, order),
    fields,
    main: html`
      ${section(t('Así quedaría'), costs(order, priced))}
      ${formOf(form, fields)}
      <p class="links"><a href="${base}/pedidos/${order.id}/cambiar">${t('Empezar de nuevo')}</a></p>
    `,
  }
}

/** Each item with the row of the form that it stands in, so that the form can be shown again with it. */
function rowsOf(order: OrderRow, items: SentItem[]) {
  const present = new Map(order.items.map((item, n) => [keyOfItem(item), n]))
  let next = present.size
  return items.map((item) => {
    const { variantId, modifiers = [], note } = item
    const chosen = modifiers.map(({ choiceId, quantity = 1 }) => ({ choiceId, quantity }))
    const key = lineKey(variantId, chosen, note || null)
    const n = present.get(key) ?? next++
    present.delete(key)
    return { item, n }
  })
}

const sentItem = ({ item, n }: { item: SentItem; n: number }): Html => html`
  ${hiddenItem(item, n)}<input type="hidden" name="items.${n}.quantity" value="${item.quantity}">
`

const lostCode = (code: string) =>
  t('El código {code} no vale con este cambio: el descuento se quita.', { code })

function costs(order: OrderRow, priced: PricedChange): Html {
  const amount = (value: number) => formatAmount(value, order.currency)
  const losesCode = order.discountCode !== null && priced.discount === null
  const hasChanges = itemChanges(order.items, priced.items).length > 0
  return html`
    ${hasChanges ? changeRows(order, priced) : html`<p>${t('No cambia ningún artículo.')}</p>`}
    ${losesCode && html`<p class="notice">${lostCode(order.discountCode!)}</p>`}
    <p>${t('Antes: {amount}', { amount: amount(order.total) })}</p>
  `
}

function insteadOf({ base }: StoreContext, { id, paymentState }: OrderRow, why: Wording): Html {
  return html`
    <p>${why}.</p>
    ${
      paymentState === 'PAID' &&
      html`
        <p>
          ${t('Acuérdalo con quien compró: devuélvele la diferencia o cóbrasela aparte.')}
          ${t('Si cambia mucho, cancela este pedido, devuelve el pago y anota otro.')}
        </p>
      `
    }
    <p><a class="button ghost" href="${base}/pedidos/${id}">${t('Volver al pedido')}</a></p>
  `
}
