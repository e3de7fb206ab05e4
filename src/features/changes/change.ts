import { Type, type Static } from 'typebox'
import type { Scope } from '../../core/auth/scopes.ts'
import type { Sql } from '../../core/database/db.ts'
import { Nullable } from '../../core/http/schema.ts'
import { plainRecords } from './plain-resources.ts'

type Recorded = {
  resource: string
  read: Scope
  write: Scope
  isUndoable: boolean
}

type Plain = (typeof plainRecords)[number]

const plainTables = Object.fromEntries(plainRecords.map((record) => [record.table, record])) as Record<
  Plain['table'],
  Plain
>

const tables = {
  products: { resource: 'product', read: 'products:read', write: 'products:write', isUndoable: true },
  variants: { resource: 'variant', read: 'products:read', write: 'products:write', isUndoable: true },
  ...plainTables,
  payment_accounts: {
    resource: 'paymentAccount',
    read: 'store:read',
    write: 'store:write',
    isUndoable: false,
  },
  orders: { resource: 'order', read: 'orders:read', write: 'orders:write', isUndoable: false },
  stores: { resource: 'store', read: 'store:read', write: 'store:write', isUndoable: true },
  themes: { resource: 'theme', read: 'themes:read', write: 'store:write', isUndoable: true },
  members: { resource: 'member', read: 'team:read', write: 'store:write', isUndoable: false },
  invitations: { resource: 'invitation', read: 'team:read', write: 'store:write', isUndoable: false },
  api_keys: { resource: 'apiKey', read: 'team:read', write: 'store:write', isUndoable: false },
  webhooks: { resource: 'webhook', read: 'webhooks:read', write: 'webhooks:write', isUndoable: false },
  connections: { resource: 'connection', read: 'connections:read', write: 'store:write', isUndoable: true },
} as const satisfies Record<string, Recorded>
export type Table = keyof typeof tables

export const recorded = (table: Table): (typeof tables)[Table] => tables[table]

export const tableNames = Object.keys(tables) as Table[]

export const ChangeResource = Type.Enum(
  Object.values(tables).map(({ resource }) => resource),
  {
    description: 'Qué se cambió',
  },
)
export type ChangeResource = Static<typeof ChangeResource>

export const ChangedBy = Type.Enum(['panel', 'api', 'assistant', 'import', 'operator', 'whatsapp'], {
  description: 'Por qué medio',
})
export type ChangedBy = Static<typeof ChangedBy>

export const DAYS_TO_UNDO = 30

const Fields = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Los campos que cambiaron, o todos los de lo que se creó o eliminó; los secretos son nulos',
})

const ChangeItem = Type.Object({
  resource: ChangeResource,
  id: Type.String(),
  name: Nullable(Type.String()),
  action: Type.Enum(['create', 'update', 'delete', 'restore']),
  before: Nullable(Fields),
  after: Nullable(Fields),
})
export type ChangeItem = Static<typeof ChangeItem>

export const Change = Type.Object(
  {
    id: Type.String(),
    summary: Type.String({ description: 'El cambio en una frase, para personas' }),
    by: ChangedBy,
    actor: Nullable(
      Type.Object(
        { accountId: Type.String(), name: Nullable(Type.String()) },
        { description: 'De quién es la cuenta o la clave; nulo si fue el operador del servicio' },
      ),
    ),
    keyId: Nullable(Type.String({ description: 'Con qué clave; nulo en el panel' })),
    items: Type.Array(ChangeItem, { description: 'Lo que cambió: en una lista, lo primero' }),
    itemCount: Type.Integer({ description: 'Cuánto cambió en total' }),
    canUndo: Type.Boolean({
      description: `Si se puede deshacer: el catálogo y los ajustes, durante ${DAYS_TO_UNDO} días y una vez`,
    }),
    undoes: Nullable(Type.String({ description: 'El cambio que este deshizo' })),
    undoneBy: Nullable(Type.String({ description: 'El cambio que deshizo este' })),
    createdAt: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Change',
    description: 'Un cambio de la tienda: quién, por qué medio, y cómo era antes y después',
  },
)
export type Change = Static<typeof Change>

export type TouchedRow = {
  table: Table
  id: string
  parentId: string | null
  label: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type ChangeRow = StoredChange & { accountName: string | null; accountEmail: string | null }

export type StoredChange = Omit<Change, 'summary' | 'actor' | 'items' | 'itemCount' | 'canUndo'> & {
  accountId: string | null
  isRecent: boolean
  /** Of all its rows, of which `rows` are the first. */
  whole: {
    itemCount: number
    productCount: number
    isUndoable: boolean
    isTooLarge: boolean
    isOfPrices: boolean
  }
  rows: TouchedRow[]
}

export const undoableTables = tableNames.filter((table) => tables[table].isUndoable)

/** The most variants that an undo locks: orders of them wait meanwhile. Changes by hand are smaller; imports have their own undo. */
const MAX_VARIANTS = 2000

const isOfPrices = (sql: Sql) => sql`
  table_name in ('products', 'variants') and after is not null
  and coalesce(before - '{price,compare_price,quantity_prices,variants_md5}'::text[] = '{}', false)`

export const changeColumns = (sql: Sql, limit: number) => sql`
  changes.id, changes.by, changes.account_id, changes.key_id, changes.undoes, changes.undone_by, changes.created_at,
  changes.created_at > now() - make_interval(days => ${DAYS_TO_UNDO}) as is_recent,
  (
    -- One aggregate, in json: "exists" and "not exists" may be planned to read the rows of all changes, of all stores, and
    -- jsonb sorts the names of its members.
    select json_build_object(
      'itemCount', count(distinct coalesce(parent_id, row_id)),
      'productCount', count(distinct coalesce(parent_id, row_id)) filter (where table_name in ('products', 'variants')),
      'isUndoable', bool_and(table_name = any(${undoableTables}) and (table_name <> 'stores' or before is not null)),
      'isTooLarge', count(*) filter (where table_name = 'variants') > ${MAX_VARIANTS} and not bool_and(${isOfPrices(sql)}),
      'isOfPrices', bool_and(${isOfPrices(sql)})
    )
    from change_rows
    where store_id = changes.store_id and change_id = changes.id
  ) as whole,
  (
    select json_agg(json_build_object(
      'table', table_name, 'id', row_id, 'parentId', parent_id, 'label', label, 'before', before, 'after', after
    ) order by n)
    from (
      select table_name, row_id, parent_id, label, before, after, n
      from change_rows
      where store_id = changes.store_id and change_id = changes.id
      order by n
      limit ${limit}
    ) as first
  ) as rows`

/** Adds the accounts. Not by a join, because on Citus accounts are not on the servers that hold changes. */
export async function withAccounts(sql: Sql, changes: StoredChange[]): Promise<ChangeRow[]> {
  const ids = [...new Set(changes.map(({ accountId }) => accountId))]
  const accounts = await sql<{ id: string; name: string | null; email: string }[]>`
    select id, name, email from accounts where id = any(${ids}::text[]) and erased_at is null`
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return changes.map((change) => {
    const account = byId.get(change.accountId ?? '')
    return { ...change, accountName: account?.name ?? null, accountEmail: account?.email ?? null }
  })
}
