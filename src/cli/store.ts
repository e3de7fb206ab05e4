import { Type } from 'typebox'
import { findAccount } from '../accounts/find.ts'
import { conflict } from '../core/errors/errors.ts'
import { Body } from '../core/http/schema.ts'
import { confirmNumber } from '../stores/confirm-number.ts'
import { addStore, NewStore } from '../stores/create.ts'
import { markStoreDeleted } from '../stores/delete.ts'
import { findStore } from '../stores/find.ts'
import { listEveryStore } from '../stores/list.ts'
import { Plan, toStore } from '../stores/store.ts'
import { checked } from './check.ts'
import type { Call } from './command.ts'
import { singlePage } from './print.ts'

const NewStoreInput = Body({ ...NewStore.properties, plan: Type.Optional(Plan) })

export async function create({ sql, config, flags }: Call) {
  const { name, slug, currency, whatsapp: whatsappNumber, plan } = flags
  const input = checked(NewStoreInput, {
    name,
    slug,
    currency: currency?.toUpperCase(),
    whatsappNumber,
    plan,
  })
  const owner = await findAccount(sql, flags['owner']!)
  const store = await addStore(sql, { ...input, ownerId: owner.id })
  if (store.whatsappNumber !== null) await confirmNumber(sql, store.id, store.whatsappNumber)
  return toStore(store, config.publicUrl)
}

/** Vouches for a number that was set by the API or in the panel. @throws 404, 409 */
export async function confirm({ sql, config, flags }: Call) {
  const { id, whatsappNumber } = await findStore(sql, flags['store']!)
  if (whatsappNumber === null) throw conflict('NO_WHATSAPP_NUMBER', 'La tienda no tiene número de WhatsApp')
  return toStore(await confirmNumber(sql, id, whatsappNumber), config.publicUrl)
}

export async function list({ sql, config }: Call) {
  return singlePage((await listEveryStore(sql)).map((store) => toStore(store, config.publicUrl)))
}

export async function remove({ sql, flags }: Call) {
  const { id } = await findStore(sql, flags['store']!)
  return await markStoreDeleted(sql, id)
}
