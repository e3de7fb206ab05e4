import { t } from '../../core/texts/text.ts'
import type { Tx } from '../../core/database/db.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { fold, truncated } from '../../core/values/text.ts'
import { addModifierGroups, listDefinedGroups, type DefinedGroup } from '../modifier-groups/add-many.ts'
import type { NewModifierGroup } from '../modifier-groups/modifier-group.ts'
import type { ProductFile } from './draft.ts'
import type { Row } from './row.ts'
import { definitionsIn, namesIn, wrongDefinition, type Definition } from './group-definitions.ts'
import type { ImportRow } from './import.ts'
import { inSlices } from './parse-file.ts'
import { rolledBackIf } from './dry-run.ts'

/** The ids of the groups that a product's row names. `present` are those that the product has. @throws 400 */
export type FindGroups = (names: string[], definitions: string, present: string[]) => Promise<string[]>

/**
 * The store's groups by their names, with those that the file adds: groups that the store has are never changed by it. Of several
 * with one name a product keeps its own, else it gets the one that its row defines. A dry run adds them, too, and rolls that back.
 */
export async function groupsOfFile(
  tx: Tx,
  { storeId, isDryRun }: ImportRow,
  { products, currency }: ProductFile,
): Promise<{ findGroups: FindGroups; newModifierGroups: { id: string; name: string }[] }> {
  const stored = Map.groupBy(await listDefinedGroups(tx, storeId), ({ name }) => fold(name))
  const wanted = await newGroupsIn(products, stored, currency)
  const rows = await rolledBackIf(tx, isDryRun, (inner) =>
    addModifierGroups(inner, storeId, [...wanted.byKey.values()]),
  )
  const added = new Map([...wanted.byKey.keys()].map((key, n) => [key, rows[n]!]))
  const created = rows.flatMap((row) => (row instanceof ApiError ? [] : { id: row.id, name: row.name }))
  return { findGroups: finder(stored, wanted, added, currency), newModifierGroups: created }
}

type Stored = Map<string, DefinedGroup[]>
type Added = Map<string, { id: string; name: string } | ApiError>
type Wanted = { byKey: Map<string, NewModifierGroup>; firstByName: Map<string, Definition> }

async function newGroupsIn(products: Row[][], stored: Stored, currency: string): Promise<Wanted> {
  const wanted: Wanted = { byKey: new Map(), firstByName: new Map() }
  const named = new Set<string>()
  for await (const some of inSlices(products)) {
    for (const [row] of some) {
      const missing = (namesIn(row!.cells.modifierGroups) ?? []).map(fold).filter((name) => !stored.has(name))
      for (const name of missing) named.add(name)
    }
  }
  if (named.size === 0) return wanted
  for (const [row] of products) {
    for (const definition of await definitionsIn(row!.cells.groupDefinitions ?? '', currency)) {
      const name = fold(definition.name)
      if (!named.has(name)) continue
      if (!wanted.firstByName.has(name)) wanted.firstByName.set(name, definition)
      if ('group' in definition) wanted.byKey.set(keyOf(definition.group), definition.group)
    }
  }
  return wanted
}

/** A name that stands twice in a row is another group of that name, if there is one. */
function finder(stored: Stored, { firstByName }: Wanted, added: Added, currency: string): FindGroups {
  return async (names, cell, present) => {
    const isStored = names.every((name) => stored.get(fold(name))?.some(({ id }) => present.includes(id)))
    const definitions = isStored ? [] : await definitionsIn(cell, currency)
    const found = new Set<string>()
    for (const name of names) {
      const own = definitions.filter((one) => fold(one.name) === fold(name))
      const known = stored.get(fold(name))
      const ids = known ? preferred(known, own, present) : idsOf(name, own, firstByName, added)
      const id = ids.find((one) => !found.has(one))
      if (id) found.add(id)
    }
    return [...found]
  }
}

function preferred(known: DefinedGroup[], own: Definition[], present: string[]): string[] {
  const keys = new Set(own.flatMap((one) => ('group' in one ? keyOf(one.group) : [])))
  const ids = known.map(({ id }) => id)
  const defined = known.filter((group) => keys.has(keyOf(group))).map(({ id }) => id)
  return [...present.filter((id) => ids.includes(id)), ...defined, ...ids]
}

/** Those that the row defines, else the first one of the file. @throws 400 */
function idsOf(name: string, own: Definition[], firstByName: Wanted['firstByName'], added: Added): string[] {
  const first = firstByName.get(fold(name))
  const definitions = own.length > 0 ? own : first ? [first] : []
  if (definitions.length === 0) throw unknownGroup(name)
  return definitions.map((one) => {
    const found = 'error' in one ? one.error : added.get(keyOf(one.group))!
    if (found instanceof ApiError) throw wrongDefinition(name, found)
    return found.id
  })
}

/** Equal for groups that are defined the same; what is sold out today is not part of it. */
const keyOf = ({
  name,
  minChoices = 0,
  maxChoices = null,
  pricing = 'sum',
  choices,
}: NewModifierGroup): string =>
  JSON.stringify([
    fold(name),
    minChoices,
    maxChoices,
    pricing,
    choices.map(({ name: choice, price = 0, maxQuantity = 1 }) => [choice, price, maxQuantity]),
  ])

const unknownGroup = (name: string) =>
  invalid(
    'modifierGroups',
    'not_found',
    t('El grupo de extras «{name}» no existe: créalo en Extras, o escríbelo como está allí', {
      name: truncated(name, 60),
    }),
  )
