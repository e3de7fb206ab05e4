import type { Tx } from '../../core/database/db.ts'
import type { Service } from '../../core/operations/operation.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { phoneKey } from '../../core/values/phone.ts'
import { oneLine } from '../orders/notice.ts'
import type { Addresses } from '../stores/address.ts'
import { hasOptedOut } from '../whatsapp/opt-outs.ts'
import { look } from './enqueue.ts'
import { findReference, restockNumber, type Reference } from './link.ts'
import { findWanted, wantedUrl, type Wanted } from './wanted.ts'

/** What visitors can multiply: products that a phone waits for, in all stores, and phones that wait for a variant. */
const MAX_PER_PHONE = 20
const MAX_PER_VARIANT = 5_000

type Message = { service: Addresses & Pick<Service, 'config'>; tx: Tx; phone: string; text: string }

/** @returns the reply to that person; null if the text has no code of a product that is sold here */
export async function requestRestock({ service, tx, phone, text }: Message): Promise<string | null> {
  const reference = findReference(text)
  if (!reference || restockNumber(service.config.whatsapp) === null) return null
  const wanted = await findReferred(tx, reference)
  return wanted ? (await replyAbout(wanted, { service, tx, phone })).in(wanted.store.language) : null
}

async function replyAbout(wanted: Wanted, { service, tx, phone }: Omit<Message, 'text'>): Promise<Localized> {
  const name = `*${oneLine(wanted.name, 120)}*`
  const here = t('{name} de {store}', { name, store: oneLine(wanted.store.name, 80) })
  if (wanted.isAvailable) return t('Ya hay {here}: {url}', { here, url: wantedUrl(service, wanted) })
  if (await hasOptedOut(tx, phone))
    return t(
      'Este número pidió con «baja» no recibir mensajes. Escribe «alta» y vuelve a pedir el aviso de {name}.',
      { name },
    )
  const { isWaiting, count } = await countOwn(tx, wanted, phone)
  if (isWaiting) return t('Ya lo teníamos anotado: te avisamos por aquí cuando vuelva {here}.', { here })
  if (count >= MAX_PER_PHONE)
    return t(
      'Ya esperas {max} productos y no anotamos más. Cuando vuelva uno, podrás pedir el aviso de {name}.',
      { max: MAX_PER_PHONE, name },
    )
  if (await isFull(tx, wanted))
    return t('Hay mucha gente esperando {here} y no anotamos a nadie más.', { here })
  await insertRequest(tx, wanted, phone)
  return t('Listo: te avisamos por aquí cuando vuelva {here}. Para no recibir mensajes, escribe «baja».', {
    here,
  })
}

/** By the store's present slug, or one that still leads there. */
async function findReferred(tx: Tx, { slug, variantId }: Reference): Promise<Wanted | undefined> {
  const [found] = await tx<{ storeId: string }[]>`
    select store_id from slugs where slug = ${slug} and coalesce(held_until > statement_timestamp(), true)`
  return found && findWanted(tx, { ...found, variantId })
}

async function countOwn(tx: Tx, { storeId, variantId }: Wanted, phone: string) {
  const [own] = await tx<[{ isWaiting: boolean; count: number }]>`
    select coalesce(bool_or(store_id = ${storeId} and variant_id = ${variantId}), false) as is_waiting, count(*) as count
    from restock_requests
    where phone = ${phoneKey(phone)}`
  return own
}

async function isFull(tx: Tx, { storeId, variantId }: Wanted): Promise<boolean> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*) as count from restock_requests where store_id = ${storeId} and variant_id = ${variantId}`
  return count >= MAX_PER_VARIANT
}

async function insertRequest(tx: Tx, { storeId, variantId }: Wanted, phone: string): Promise<void> {
  await tx`
    insert into restock_requests (store_id, variant_id, phone)
    values (${storeId}, ${variantId}, ${phoneKey(phone)})
    on conflict (store_id, variant_id, phone) do nothing`
  await look(tx, storeId) // it may be back since its state was read
}
