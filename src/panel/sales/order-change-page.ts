import { Type, type Static } from 'typebox'
import { html, type Html } from '../../core/http/html.ts'
import { Body } from '../../core/http/schema.ts'
import { formatAmount } from '../../core/values/money.ts'
import { readOrderRow } from '../../orders/get.ts'
import { itemChanges, toNewItem } from '../../orders/item-changes.ts'
import type { Judged } from '../../orders/judge-change.ts'
import { itemTextInFull } from '../../orders/message.ts'
import type { StoredItem } from '../../orders/order-item.ts'
import type { OrderRow } from '../../orders/order-row.ts'
import { isOpen } from '../../orders/proposal.ts'
import { NewProposal, previewChange, proposeChange, whyUnchangeable } from '../../orders/propose.ts'
import { performAs } from '../forms/perform.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { section } from '../parts/list.ts'
import { changeRows } from './order-proposal.ts'
import { findOrderable, SEARCH_FIELD } from './variant-options.ts'

const EMPTY_ROWS = 4
/** The button that looks for products, in place of the one that shows what the change costs. */
const SEARCH_BUTTON = '_find'

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
      before(context, fields) {
        if (fields.has(SEARCH_BUTTON)) return show(context, fields)
        dropEmptyRows(fields)
      },
      async run(context, { isSeen, ...body }: SentProposal) {
        const id = context.params['id']!
        if (!isSeen) return preview(context, body)
        await performAs(context, proposeChange, { id, body })
        return { message: 'Propusiste el cambio: envíale el enlace', next: `/pedidos/${id}` }
      },
    },
  },
})

/** A quantity of 0, or none, takes a line out. */
function dropEmptyRows(fields: FormFields) {
  for (const name of fields.keys()) {
    const n = /^items\.(\d+)\.quantity$/.exec(name)?.[1]
    if (n === undefined || !['', '0'].includes((lastOf(fields, name) ?? '').trim())) continue
    if (fields.has(`items.${n}.kept`) || !lastOf(fields, `items.${n}.variantId`))
      for (const other of fields.keys()) if (other.startsWith(`items.${n}.`)) fields.delete(other)
  }
  for (const name of fields.keys()) if (/^items\.\d+\.kept$/.test(name)) fields.delete(name)
}

/** @param typed what was typed, where products were looked for */
async function show(context: StoreContext, typed?: FormFields): Promise<View> {
  const order = await readOrderRow(context.sql, context.store.id, context.params['id']!)
  const head = headOf(context, order)
  const why = whyUnchangeable(order) ?? (isOpen(order.proposal) ? 'Ya hay un cambio por aceptar' : null)
  if (why) return { ...head, main: insteadOf(context, order, why) }
  const form = context.form(`/pedidos/${order.id}/cambiar`, typed)
  const { options, isPart, notFound } = await findOrderable(context, form)
  const fields: Part[] = [
    sectionOf('Lo que pidió', order.items.map(presentRow)),
    sectionOf('Lo que entra', [isPart && productSearch(form, notFound), ...newRows(order, options)]),
    {
      name: 'message',
      label: 'Qué le dices (opcional)',
      max: 300,
      lines: 2,
      placeholder: 'Se nos acabó la miel: ¿te va bien panela?',
    },
    submit('Ver cuánto queda'),
  ]
  return { ...head, fields, main: formOf(form, fields) }
}

const headOf = ({ base }: StoreContext, { id, orderNumber }: OrderRow) => ({
  title: `Cambiar ${orderNumber}`,
  back: { href: `${base}/pedidos/${id}`, label: orderNumber },
})

const sectionOf = (title: string, parts: Part[]): Part => ({
  parts: [{ parts, around: (fields) => html`<div class="fields">${fields}</div>` }],
  around: (content) => section(title, content),
})

/** An item of the order, by its quantity; it keeps its choices and its note. */
function presentRow(item: StoredItem, n: number): Part {
  return [
    html`<input type="hidden" name="items.${n}.kept" value="1">${hiddenItem(toNewItem(item), n)}`,
    {
      name: `items.${n}.quantity`,
      label: itemTextInFull(item).replace(/^\d+ × /, ''),
      hint: 'Con 0 sale del pedido.',
      value: item.quantity,
      inputmode: 'numeric',
      max: 4,
    },
  ]
}

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

function newRows({ items }: OrderRow, variants: { value: string; label: string }[]): Part[] {
  const options = [{ value: '', label: 'Elige un producto' }, ...variants]
  const count = Math.max(0, Math.min(EMPTY_ROWS, 100 - items.length))
  return Array.from({ length: count }, (_, row): Part => {
    const n = items.length + row
    return {
      parts: [
        { name: `items.${n}.variantId`, label: 'Producto', options },
        { name: `items.${n}.quantity`, label: 'Cantidad', inputmode: 'numeric', max: 4 },
      ],
      around: (fields) => html`
        <fieldset class="item"><legend class="hidden">Artículo nuevo ${row + 1}</legend>${fields}</fieldset>
      `,
    }
  })
}

const productSearch = (form: Form, notFound: string[]): Html => html`
  <p class="hint">
    Tienes muchos productos: busca los que entran, con comas entre ellos.
    <output>${notFound.length > 0 && `No encontramos: ${notFound.join(', ')}.`}</output>
  </p>
  <div class="filter">
    <input type="search" name="${SEARCH_FIELD}" value="${form.value(SEARCH_FIELD)}" maxlength="200" placeholder="café, taza"
      aria-label="Buscar productos para el cambio">
    <button class="button ghost" name="${SEARCH_BUTTON}" value="1" aria-label="Buscar">${icon('search')}</button>
  </div>
`

/** What the change costs, before it is sent. */
async function preview(context: StoreContext, body: NewProposal): Promise<View> {
  const { sql, store, base, app } = context
  const order = await readOrderRow(sql, store.id, context.params['id']!)
  const judged = await previewChange(sql, store.id, order.id, body.items)
  const form = context.form(`/pedidos/${order.id}/cambiar`)
  const isNotified = app.config.whatsapp.api !== null && order.notifyCustomer
  const fields: Part[] = [
    html`
      ${body.items.map((item, n) => html`${hiddenItem(item, n)}<input type="hidden" name="items.${n}.quantity" value="${item.quantity}">`)}
      <input type="hidden" name="message" value="${body.message ?? ''}">
      <input type="hidden" name="isSeen" value="true">
      <p class="hint">
        ${isNotified ? 'Le avisamos por WhatsApp, y también puedes enviarle tú el enlace.' : 'Después le envías tú el enlace por WhatsApp.'}
        Nada cambia hasta que lo acepte; tiene 48 horas.
      </p>
    `,
    submit('Proponer el cambio'),
  ]
  return {
    ...headOf(context, order),
    fields,
    main: html`
      ${section('Así quedaría', costs(order, judged))}
      ${formOf(form, fields)}
      <p class="links"><a href="${base}/pedidos/${order.id}/cambiar">Empezar de nuevo</a></p>
    `,
  }
}

function costs(order: OrderRow, judged: Judged): Html {
  const amount = (value: number) => formatAmount(value, order.currency)
  const losesCode = order.discountCode !== null && judged.discount === null
  const hasChanges = itemChanges(order.items, judged.items).length > 0
  return html`
    ${hasChanges ? changeRows(order, judged) : html`<p>No cambia ningún artículo.</p>`}
    ${losesCode && html`<p class="notice">El código ${order.discountCode} no vale con este cambio: el descuento se quita.</p>`}
    <p>Antes: ${amount(order.total)}</p>
  `
}

function insteadOf({ base }: StoreContext, { id, paymentState }: OrderRow, why: string): Html {
  return html`
    <p>${why}.</p>
    ${
      paymentState === 'PAID' &&
      html`
        <p>
          Acuérdalo con quien compró: devuélvele la diferencia o cóbrasela aparte. Si cambia mucho, cancela este pedido,
          devuelve el pago y anota otro.
        </p>
      `
    }
    <p><a class="button ghost" href="${base}/pedidos/${id}">Volver al pedido</a></p>
  `
}
