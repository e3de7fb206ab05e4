import { transaction, type Fragment, type Sql, type Tx } from '../../core/database/db.ts'
import { deleteAnswersWith, deleteDeliveriesAbout, eraseResponsesAbout } from '../../core/outbox/purge.ts'
import { notFound } from '../../core/errors/errors.ts'
import { orderEvents } from '../orders/announce.ts'
import { PROVIDERS } from '../orders/payment.ts'
import { deleteReceiptsOf } from '../payments/receipts/save.ts'
import { deletePhoneCodesOf } from '../orders/phone-code.ts'
import { eraseRequestsOf } from '../restock/requests.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { ERASED_NAME, ordersOf, reviewsOf } from './personal-data.ts'
import { t } from '../../core/texts/text.ts'

/** A provider's reference is the payment's id, by which its later notifications are matched; another may name the payer. */
const erasedProof = (sql: Sql, payment: Fragment) => sql`
  ${payment} || '{"history":[]}' || case
    when ${payment} ->> 'by' = any(${[...PROVIDERS]}::text[]) then '{}' else '{"reference":null}'
  end::jsonb`

/**
 * Erases a customer's personal data from everything that the store holds: names, phone, addresses, places, notes and receipts, in
 * pending deliveries too. Orders, sums and reviews stay, without a name. The next order from the phone creates a new customer. Data
 * that webhooks received before can't be recalled.
 * @throws 404
 */
export function eraseCustomer(sql: Sql, storeId: string, id: string): Promise<void> {
  return transaction(sql, async (tx) => {
    const phone = await lockCustomerPhone(tx, storeId, id)
    const orders = await eraseFromOrders(tx, storeId, id)
    await deleteReceiptsOf(tx, storeId, orders)
    await deletePhoneCodesOf(tx, storeId, orders)
    await eraseRequestsOf(tx, storeId, phone)
    await eraseFromReviews(tx, storeId, id)
    await eraseCustomerRow(tx, storeId, id)
    await eraseFromDeliveries(tx, storeId, orders)
    await eraseFromStoredResponses(tx, storeId, orders)
  })
}

/** Takes the advisory lock of place_order: a concurrent order from this phone is either erased too or creates a new customer. */
async function lockCustomerPhone(tx: Tx, storeId: string, id: string): Promise<string> {
  const [customer] = await tx<{ phone: string }[]>`
    select phone from customers where store_id = ${storeId} and id = ${id} and order_count > 0`
  if (!customer) throw notFound(t('El cliente'))
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${storeId} ${customer.phone}`}, 0))`
  return customer.phone
}

/** Locks them in the same order as every batch, and the customer last, as a status change does. */
async function eraseFromOrders(tx: Tx, storeId: string, id: string): Promise<string[]> {
  await tx`${ordersOf(tx, storeId, id)} order by store_id, id for update`
  const rows = await tx<{ id: string }[]>`
    update orders
    set
      customer_name = ${ERASED_NAME}, customer_phone = '', customer_address = null, location = null, notes = null,
      items = without_notes(items), timeline = timeline_without_notes(timeline), proposal = proposal_without_notes(proposal),
      phone_verified = false, payment = ${erasedProof(tx, tx`payment`)},
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and customer_id = ${id}
    returning id`
  return rows.map((row) => row.id)
}

async function eraseFromReviews(tx: Tx, storeId: string, id: string) {
  const rows = await tx<{ status: string }[]>`
    update reviews
    set name = ${ERASED_NAME}, updated_at = statement_timestamp()
    where store_id = ${storeId} and id in (${reviewsOf(tx, storeId, id)})
    returning status`
  if (rows.some(({ status }) => status === 'approved')) await raiseCatalogVersion(tx, storeId)
}

/** The row stays, for its orders; with a count of 0 it is not listed, and its phone is free. */
async function eraseCustomerRow(tx: Tx, storeId: string, id: string) {
  await tx`delete from customer_names where store_id = ${storeId} and customer_id = ${id}`
  const { count } = await tx`
    update customers
    set
      name = ${ERASED_NAME}, phone = 'erased ' || id, address = null, order_count = 0,
      updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id} and order_count > 0`
  if (count === 0) throw notFound(t('El cliente')) // erased at the same time
  await tx`select increment_counter(${storeId}, 'customers', -1)`
}

/** Deliveries that may be sent or redelivered have the order without its customer; receivers may have echoed it in their responses. */
async function eraseFromDeliveries(tx: Tx, storeId: string, orders: string[]) {
  await deleteDeliveriesAbout(tx, storeId, 'customer', orders)
  await deleteAnswersAbout(tx, storeId, orders)
  await tx`
    update delivery_payloads
    set payload = payload || jsonb_build_object(
      'customer_name', ${ERASED_NAME}::text, 'customer_phone', '', 'customer_address', null, 'location', null, 'notes', null,
      'items', without_notes(payload -> 'items'), 'timeline', timeline_without_notes(payload -> 'timeline'),
      'proposal', proposal_without_notes(payload -> 'proposal'), 'payment',
      case when jsonb_typeof(payload -> 'payment') = 'object' then ${erasedProof(tx, tx`(payload -> 'payment')`)} end
    )
    where store_id = ${storeId} and id in (
      select payload_id
      from deliveries
      where store_id = ${storeId} and event = any(${orderEvents}::text[]) and subject_id = any(${orders})
    )`
  await eraseResponsesAbout(tx, storeId, orders)
}

/** What the chat told the owner about these orders: every text with a customer's data has the order's number, lists of orders too. */
async function deleteAnswersAbout(tx: Tx, storeId: string, orders: string[]) {
  const rows = await tx<{ orderNumber: string }[]>`
    select order_number from orders where store_id = ${storeId} and id = any(${orders})`
  await deleteAnswersWith(
    tx,
    storeId,
    rows.map(({ orderNumber }) => orderNumber),
  )
}

/** Removes the message to the store, which has personal data, from the response to a repeated order, and what keys got of orders. */
async function eraseFromStoredResponses(tx: Tx, storeId: string, orders: string[]) {
  await eraseFromResponsesToKeys(tx, storeId, orders)
  await tx`
    update idempotency_keys
    set body = (body::jsonb || '{"whatsappUrl":null}')::text
    where store_id = ${storeId} and scope = 'public' and body::jsonb ->> 'id' = any(${orders}) and body::jsonb ? 'whatsappUrl'`
}

async function eraseFromResponsesToKeys(tx: Tx, storeId: string, orders: string[]) {
  const members = await tx<
    { accountId: string }[]
  >`select account_id from members where store_id = ${storeId}`
  const places = [storeId, ...members.map(({ accountId }) => accountId)]
  await tx`
    update idempotency_keys
    set body = jsonb_set(body::jsonb, '{data}', body::jsonb -> 'data' || jsonb_build_object(
      'customerName', ${ERASED_NAME}::text, 'customerPhone', '', 'customerAddress', null, 'location', null, 'notes', null,
      'items', without_notes(body::jsonb #> '{data,items}'),
      'timeline', timeline_without_notes(body::jsonb #> '{data,timeline}'),
      'proposal', proposal_without_notes(body::jsonb #> '{data,proposal}'), 'payment',
      case when jsonb_typeof(body::jsonb #> '{data,payment}') = 'object' then body::jsonb #> '{data,payment}' || '{"reference":null}' end
    ))::text
    where store_id = any(${places}::text[]) and scope <> 'public'
    and case when starts_with(body, '{"data":{') then body::jsonb #>> '{data,id}' = any(${orders}) end`
}
