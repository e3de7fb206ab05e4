import type { Tx } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { isSamePhone } from '../../core/values/phone.ts'
import { announceOrder } from './announce.ts'
import { isPhoneCode } from './phone-code.ts'

/** @returns the reply to that person; null if the text has no code of an order */
export async function verifyPhone(tx: Tx, phone: string, text: string): Promise<string | null> {
  const found = await findOrder(tx, text)
  if (!found) return null
  return (await replyAbout(tx, phone, found)).in(found.order.language)
}

async function replyAbout(tx: Tx, phone: string, found: Found & { order: CodedOrder }): Promise<Localized> {
  const { orderNumber: order, storeName: store, customerPhone, phoneVerified } = found.order
  if (!isSamePhone(phone, customerPhone)) return fromAnother(found.order)
  if (phoneVerified)
    return t('Tu teléfono ya estaba confirmado: es el del pedido {order} de {store}.', { order, store })
  if (found.isExpired) return expired(found.order)
  await tx`
    update orders
    set phone_verified = true, updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${found.storeId} and id = ${found.orderId}`
  await announceOrder(tx, found.storeId, found.orderId, ['order.updated'])
  return t(
    '¡Gracias! Tu teléfono quedó confirmado: es el del pedido {order} de {store}. No hace falta nada más.',
    { order, store },
  )
}

export async function askForPhone(
  tx: Tx,
  text: string,
): Promise<{ text: string; asksContact: boolean } | null> {
  const found = await findOrder(tx, text)
  if (!found) return null
  const { orderNumber: order, storeName: store, language, phoneVerified } = found.order
  const said = phoneVerified
    ? t('El teléfono del pedido {order} de {store} ya estaba confirmado.', { order, store })
    : found.isExpired && expired(found.order)
  if (said) return { text: said.in(language), asksContact: false }
  const request = t(
    'Tu número no se ve en WhatsApp. Para confirmar el teléfono del pedido {order} de {store}, comparte tu contacto con el botón.',
    { order, store },
  )
  return { text: request.in(language), asksContact: true }
}

async function findOrder(tx: Tx, text: string): Promise<(Found & { order: CodedOrder }) | null> {
  const codes = text.toUpperCase().match(/[0-9A-Z]+/g) ?? []
  const found = await findCode(tx, codes.filter(isPhoneCode).slice(0, 1))
  const order = found && (await lockOrder(tx, found))
  return order ? { ...found, order } : null
}

type Found = { storeId: string; orderId: string; isExpired: boolean }

async function findCode(tx: Tx, codes: string[]): Promise<Found | null> {
  if (codes.length === 0) return null
  const [found] = await tx<Found[]>`
    select store_id, order_id, expires_at <= statement_timestamp() as is_expired
    from phone_codes
    where code = any(${codes}::text[])`
  return found ?? null
}

type CodedOrder = {
  orderNumber: string
  customerPhone: string
  phoneVerified: boolean
  storeName: string
  language: Language
}

/** Null where the store is suspended or deleted, or the customer was erased. */
async function lockOrder(tx: Tx, { storeId, orderId }: Found): Promise<CodedOrder | null> {
  const [store] = await tx<Pick<CodedOrder, 'storeName' | 'language'>[]>`
    select name as store_name, language
    from stores
    where id = ${storeId} and deleted_at is null and billing_state = 'active'`
  if (!store) return null
  const [order] = await tx<Omit<CodedOrder, 'storeName' | 'language'>[]>`
    select order_number, customer_phone, phone_verified
    from orders
    where store_id = ${storeId} and id = ${orderId} and customer_phone <> ''
    for update`
  return order ? { ...order, ...store } : null
}

/**
 * Who has a code is not known to be who ordered: a link can be passed on. So the number is told by its last digits, by which its owner
 * knows which of their phones it is, and nobody else can write to it.
 */
const fromAnother = ({ orderNumber: order, storeName: store, customerPhone }: CodedOrder) =>
  joined(
    [
      t('Este no es el teléfono del pedido {order} de {store}: ahí quedó uno que termina en {end}.', {
        order,
        store,
        end: customerPhone.slice(-4),
      }),
      t('Abre la página del pedido en ese teléfono y envía el código desde su WhatsApp.'),
    ],
    ' ',
  )

const expired = ({ orderNumber: order, storeName: store }: CodedOrder) =>
  t(
    'El código del pedido {order} de {store} venció: abre otra vez la página del pedido y toca «Confirmar por WhatsApp».',
    { order, store },
  )
