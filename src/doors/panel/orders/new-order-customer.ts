import { html, type Html } from '../../../core/http/html.ts'
import { phoneHint } from '../parts/phone-hint.ts'
import { t } from '../../../core/texts/text.ts'
import { toE164 } from '../../../core/values/phone.ts'
import { MAX_LENGTHS } from '../../../features/orders/order.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import { codeOfStore, completePhone } from '../forms/phone.ts'
import type { StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { since } from '../parts/time.ts'

export const ADDRESS = '_address'

type Known = { id: string; name: string; address: string | null; orderCount: number; lastOrderAt: string }

/** The customer with the phone that was typed, with or without the country's code; undefined where none ordered with it. */
export async function findKnown({ sql, store }: StoreContext, phone: string): Promise<Known | undefined> {
  const submitted: FormFields = new Map([['phone', [phone]]])
  completePhone(submitted, 'phone', codeOfStore(store))
  const number = toE164(lastOf(submitted, 'phone') ?? '')
  if (!number) return undefined
  const [known] = await sql<Known[]>`
    select id, name, address, order_count, last_order_at
    from customers
    where store_id = ${store.id} and phone = ${number} and order_count > 0`
  return known
}

/** Fills in the name of a known customer where none was typed, and the last address where that was requested. */
export async function fillInKnown(context: StoreContext, fields: FormFields): Promise<void> {
  const isUnnamed = !lastOf(fields, 'name')?.trim()
  if (!isUnnamed && !fields.has(ADDRESS)) return
  const known = await findKnown(context, lastOf(fields, 'phone') ?? '')
  if (known && isUnnamed) fields.set('name', [known.name])
  if (known?.address && fields.has(ADDRESS)) fields.set('address', [known.address])
}

/** Who orders: the phone first, because it says who is known. */
export function customerFields(context: StoreContext, form: Form, known: Known | undefined): Part[] {
  const name = form.value('name').trim()
  return [
    {
      name: 'phone',
      label: t('Teléfono'),
      type: 'tel',
      inputmode: 'tel',
      max: 40,
      required: true,
      autocomplete: 'off',
      hint: known ? undefined : phoneHint(context.store),
    },
    known && knownNotice(context, known),
    {
      name: 'name',
      label: t('Nombre'),
      max: MAX_LENGTHS.name,
      required: true,
      autocomplete: 'off',
      hint:
        known && name !== '' && name !== known.name
          ? t('En tus clientes sigue como {known}; este pedido dirá {name}.', { known: known.name, name })
          : undefined,
    },
  ]
}

const knownNotice = (
  { base, store }: StoreContext,
  { id, name, orderCount, lastOrderAt }: Known,
): Html => html`
  <p class="notice">
    ${t('Ya es cliente: {customer}, {n, plural, one {# pedido} other {# pedidos}}, el último {since}.', {
      customer: html`<a href="${base}/clientes/${id}" target="_blank"><b>${name}</b></a>`,
      n: orderCount,
      since: since(lastOrderAt, store.timeZone),
    })}
  </p>
`

export function addressField(form: Form, known: Known | undefined): Part {
  const last = form.value('address').trim() === '' ? known?.address : null
  return [
    {
      name: 'address',
      label: t('Dirección (opcional)'),
      max: MAX_LENGTHS.address,
      lines: 2,
      autocomplete: 'off',
    },
    last
      ? html`
          <p class="hint">
            ${t('La última vez: {address}', { address: last })}
            <br>
            <button class="quiet" name="${ADDRESS}" value="1"><u>${t('Usar esta')}</u></button>
          </p>
        `
      : null,
  ]
}
