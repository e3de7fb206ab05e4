import { removeConnection, saveConnection } from '../connections/save.ts'
import { invalid } from '../core/errors/errors.ts'
import { checkDomain } from '../domains/check.ts'
import { describeDomain } from '../domains/get.ts'
import { findStore } from '../stores/find.ts'
import type { Call } from './command.ts'

/** @throws 400 on `value`, 403 without a paid plan, 404 */
export async function set({ sql, config, flags }: Call) {
  const { id: storeId, plan } = await findStore(sql, flags['store']!)
  await saveConnection(sql, { storeId, id: 'custom_domain', plan }, flags['domain']!, config)
  return describeDomain(sql, storeId, config)
}

/** @throws 400 without a domain, 404 */
export async function check({ sql, config, flags }: Call) {
  const { id } = await findStore(sql, flags['store']!)
  await checkDomain(sql, id, config)
  const found = await describeDomain(sql, id, config)
  if (found.domain === null) throw invalid('value', 'required', 'Primero guarda el dominio')
  return found
}

/** @throws 404 */
export async function clear({ sql, config, flags }: Call) {
  const { id } = await findStore(sql, flags['store']!)
  await removeConnection(sql, id, 'custom_domain')
  return describeDomain(sql, id, config)
}
