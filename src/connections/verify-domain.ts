import { Resolver } from 'node:dns/promises'
import { transaction, type Sql } from '../core/database/db.ts'
import { codeOf } from '../core/errors/start-error.ts'
import { invalid } from '../core/errors/errors.ts'
import { findIdentifier } from './save.ts'

/** The TXT records of a name, each in its parts. */
type ResolveTxt = (name: string) => Promise<string[][]>

const resolver = () => new Resolver({ timeout: 3000, tries: 1 })

/** The TXT record, and its name, that shows who owns a domain. */
export const verificationRecordOf = (storeId: string, domain: string) => ({
  name: `_vitrina.${domain}`,
  value: `vitrina=${storeId}`,
})

/**
 * Looks up the store's TXT record in the DNS of its domain, which shows that the domain belongs to this store.
 * @throws 400 on `value`
 */
export async function verifyDomain(
  sql: Sql,
  storeId: string,
  resolve: ResolveTxt = (name) => resolver().resolveTxt(name),
): Promise<void> {
  const domain = await findIdentifier(sql, storeId, 'custom_domain')
  if (!domain) throw invalid('value', 'required', 'Primero guarda el dominio')
  const { name, value } = verificationRecordOf(storeId, domain)
  const records = await lookUp(resolve, name)
  if (records.some((parts) => parts.join('') === value)) return markVerified(sql, storeId, domain)
  await sql`
    update connections
    set settings = settings - 'verifiedAt', updated_at = statement_timestamp()
    where store_id = ${storeId} and id = 'custom_domain' and settings ->> 'domain' = ${domain}`
  throw invalid(
    'value',
    'not_found',
    `Todavía no vemos el registro en ${name}. Puede tardar unas horas en aparecer`,
  )
}

/** No records for a name without any; an error for a server that does not answer. @throws 400 */
async function lookUp(resolve: ResolveTxt, name: string): Promise<string[][]> {
  try {
    return await resolve(name)
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
    throw invalid(
      'value',
      'invalid',
      'Los servidores de ese dominio no responden ahora: prueba en unos minutos',
    )
  }
}

function markVerified(sql: Sql, storeId: string, domain: string): Promise<void> {
  return transaction(sql, async (tx) => {
    await tx`
      update connections
      set settings = settings - 'verifiedAt', updated_at = statement_timestamp()
      where id = 'custom_domain' and settings ->> 'domain' = ${domain} and store_id <> ${storeId}`
    await tx`
      update connections
      set
        settings = settings || jsonb_build_object('verifiedAt', to_jsonb(statement_timestamp())),
        updated_at = statement_timestamp()
      where store_id = ${storeId} and id = 'custom_domain' and settings ->> 'domain' = ${domain}`
  })
}
