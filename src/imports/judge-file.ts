import type { Tx } from '../core/database/db.ts'
import { nextSlug } from '../core/values/slug.ts'
import { findProducts } from '../products/write-many.ts'
import type { Draft } from './draft.ts'
import { slugOfDraft, judgeDraft, type Catalog } from './judge.ts'
import type { Action, ImportRow, JudgedRow } from './import.ts'
import { draftOfGroup, type Reading } from './reading.ts'

/** Products that are judged or written in one go: between two of them others are served. */
export const BATCH = 100

/** Judges every product of a file against the store and writes down what becomes of each. Says how many of each kind. */
export async function judgeFile(
  tx: Tx,
  { storeId, id }: ImportRow,
  reading: Reading,
  catalog: Catalog,
): Promise<Record<Action, number>> {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  const claimed = { slugs: new Set<string>(), ids: new Set<string>() }
  for (let from = 0; from < reading.groups.length; from += BATCH) {
    const drafts = reading.groups.slice(from, from + BATCH).map((group) => draftOfGroup(reading, group))
    const rows = await judgeSome(drafts, reading, catalog, claimed)
    for (const { action } of rows) counts[action]++
    await writeDown(tx, storeId, id, rows)
  }
  return counts
}

type Claimed = { slugs: Set<string>; ids: Set<string> }

async function judgeSome(drafts: Draft[], { dialect }: Reading, catalog: Catalog, claimed: Claimed) {
  const wanted = drafts.map((draft) => ({ draft, ...claimSlug(draft, slugOfDraft(draft, dialect), claimed) }))
  const ids = drafts.flatMap(({ id }) => id ?? [])
  const known = await findProducts(catalog.tx, catalog.storeId, {
    ids,
    slugs: wanted.map(({ slug }) => slug),
  })
  const byId = new Map(known.map((product) => [product.id, product]))
  const bySlug = new Map(known.map((product) => [product.slug, product]))
  const rows: JudgedRow[] = []
  for (const { draft, slug, isAgain } of wanted) {
    const before = byId.get(draft.id ?? '') ?? bySlug.get(slug)
    const judged = await judgeDraft(draft, slug, before, dialect, catalog)
    const holder = bySlug.get(judged.after?.slug ?? '')
    const isTaken = holder !== undefined && holder.id !== before?.id
    const isTwice = before ? claimed.ids.has(before.id) : isAgain
    rows.push(isTaken || isTwice ? refused(judged, slug, isTwice) : judged)
    if (before) claimed.ids.add(before.id)
  }
  return rows
}

/** Two products of one name get the addresses that they would get one after the other. */
function claimSlug({ slug: given }: Draft, wanted: string, { slugs }: Claimed) {
  const isAgain = given !== undefined && slugs.has(wanted)
  const slug = given === undefined && slugs.has(wanted) ? nextSlug(wanted, slugs) : wanted
  slugs.add(slug)
  return { slug, isAgain }
}

function refused(row: JudgedRow, slug: string, isTwice: boolean): JudgedRow {
  const message = isTwice
    ? `El mismo producto (${slug}) está más de una vez en el archivo`
    : `Otro producto ya tiene la dirección ${slug}`
  const issues = [{ field: 'slug', reason: 'duplicate', message }]
  return { ...row, action: 'refused', issues, before: null, after: null }
}

async function writeDown(tx: Tx, storeId: string, importId: string, rows: JudgedRow[]) {
  await tx`
    insert into import_rows (store_id, import_id, line, action, product_id, name, issues, before, after)
    select ${storeId}, ${importId}, line, action, "productId", name, issues, before, after
    from jsonb_to_recordset(${tx.json(rows)}) as rows (
      line integer, action text, "productId" text, name text, issues jsonb, before jsonb, after jsonb
    )`
}
