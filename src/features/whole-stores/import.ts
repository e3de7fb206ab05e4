import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Sql, Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { messageOf, StartError } from '../../core/errors/start-error.ts'
import { FORMAT, type Counts, type FileAccount } from './export.ts'
import { readLines, readBatches, type Batch } from './file-lines.ts'
import { claimSlug } from '../stores/slug.ts'
import { columnsOf, exportedTables, importedTables, type Column } from './table-columns.ts'
import { t } from '../../core/texts/text.ts'

type Options = {
  slug: string | undefined
  openAccount: (sql: Sql, account: FileAccount) => Promise<{ id: string }>
}

/**
 * Creates a store from a file of `exportStore`, with the same ids. Accounts are matched by e-mail address; only owners who have
 * none get one. Rows of other unknown accounts are skipped, or lose the reference if it is optional.
 * @throws StartError for an invalid or truncated file, or one of a newer release; 409 if the store or its slug exists already
 */
export async function importStore(tx: Tx, file: string, options: Options) {
  await tx`
    select
      set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
  const invalidFile = (why: string) => new StartError(`${file} ${why}`)
  const source = pipeline(createReadStream(file), createZstdDecompress(), () => {})
  const lines = readLines(source, (error) =>
    invalidFile(`is not a complete store export: ${messageOf(error)}`),
  )
  const head = (await lines.next()).value as { format?: unknown; version?: unknown; accounts: FileAccount[] }
  if (head?.format !== FORMAT.format) throw invalidFile('is not a store export')
  if (head.version !== FORMAT.version) throw invalidFile('was made by a newer release')

  const accounts = await findAccounts(tx, head.accounts, options)
  const counts: Counts = Object.fromEntries(exportedTables.map((table) => [table, 0]))
  let store = { id: '', slug: '' }
  for await (const batch of readBatches(lines, () =>
    invalidFile('is not a complete store export: it is truncated'),
  )) {
    const columns = await knownColumns(tx, batch)
    if (!columns) throw invalidFile(`was made by a newer release: ${batch.table} has unknown columns`)
    if (batch.table === 'stores') store = await prepareStore(tx, batch, options.slug)
    counts[batch.table] = (counts[batch.table] ?? 0) + (await insertRows(tx, batch, columns, accounts))
  }
  return { ...store, counts }
}

async function findAccounts(tx: Tx, named: FileAccount[], { openAccount }: Options) {
  const ids: Record<string, string> = {}
  for (const account of named) {
    const [known] = await tx<{ id: string }[]>`select id from accounts where email = ${account.email}`
    const here = known ?? (account.isOwner ? await openAccount(tx, account) : null)
    if (here) ids[account.id] = here.id
  }
  return ids
}

/** In the order of the file; null when the file has an unknown column. */
async function knownColumns(tx: Tx, { table, names }: Batch): Promise<Column[] | null> {
  if (!importedTables.includes(table)) return null
  const known = new Map((await columnsOf(tx, table)).map((column) => [column.name, column]))
  const columns = names.map((name) => known.get(name))
  return columns.every((column) => column !== undefined) ? columns : null
}

/** Sets the store's slug, without a domain of its own, and a catalog version that no cached body was made for. */
async function prepareStore(tx: Tx, batch: Batch, otherSlug: string | undefined) {
  const cells = JSON.parse(batch.rows[0]!) as (string | null)[]
  const at = (name: string) => batch.names.indexOf(name)
  const id = cells[at('id')]!
  const slug = otherSlug ?? cells[at('slug')]!
  const [here] = await tx`select from stores where id = ${id}`
  if (here) throw conflict('STORE_EXISTS', t('Esta tienda ya existe aquí'))
  await claimSlug(tx, slug, id)
  cells[at('slug')] = slug
  if (batch.names.includes('domain')) cells[at('domain')] = null // open in the other installation
  cells[at('catalog_version')] = String(Date.now())
  batch.rows[0] = JSON.stringify(cells)
  return { id, slug }
}

/** @returns how many rows were inserted; those with an unknown required reference are skipped */
async function insertRows(tx: Tx, { table, rows }: Batch, columns: Column[], accounts: object) {
  const values = columns.map(valueOf)
  const required = columns.flatMap(({ references, isRequired }, at) =>
    references && isRequired ? [`and ${values[at]} is not null`] : [],
  )
  const { count } = await tx.unsafe(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
    overriding system value
    select ${values.join(', ')}
    from jsonb_array_elements($1::jsonb) as line (cells), (select $2::jsonb as ids) as accounts
    where true ${required.join(' ')}`,
    [`[${rows.join(',')}]`, JSON.stringify(accounts)],
  )
  return count
}

function valueOf({ type, references, key }: Column, at: number): string {
  if (references === 'accounts') return `(ids ->> (cells ->> ${at}))::${type}`
  const value = `(cells ->> ${at})::${type}`
  return references ? `(select "${key}" from ${references} where "${key}" = ${value})` : value
}
