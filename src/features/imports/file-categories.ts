import { addCategories, categoryName, listCategoryNames, type NamedCategory } from '../categories/add-many.ts'
import { joined, t } from '../../core/texts/text.ts'
import type { Tx } from '../../core/database/db.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { fold, slugify, truncated } from '../../core/values/text.ts'
import type { ProductFile } from './draft.ts'
import type { Format } from './formats/format.ts'
import type { ImportRow } from './import.ts'
import type { Loss } from './losses.ts'
import { rolledBackIf } from './dry-run.ts'

export type FileCategories = {
  /** The id that a cell stands for; of several categories of that name the product's present one. @throws 400 */
  find(cell: string, present: string | null): string | null
  lossesOf(cell: string, categoryId: string | null): Loss[]
}

export async function categoriesOfFile(
  tx: Tx,
  { storeId, isDryRun, addsCategories }: ImportRow,
  { products, format }: ProductFile,
): Promise<{ categories: FileCategories; newCategories: { id: string; name: string }[] }> {
  const known = await listCategoryNames(tx, storeId)
  const cells = addsCategories ? products.flatMap(([row]) => row?.cells.category || []) : []
  const missing = missingCategories(cells, categoryFinder(known, format), format)
  const names = missing.flatMap((name) => categoryName(name) ?? [])
  const added = await rolledBackIf(tx, isDryRun, (inner) => addCategories(inner, storeId, names)).catch(
    (error) => {
      throw isCapReached(error) ? tooManyCategories(names.length, known.length, error) : error
    },
  )
  const all = [...known, ...added]
  const findCategory = categoryFinder(all, format)
  const nameOf = new Map(all.map(({ id, name }) => [id, name]))
  return {
    newCategories: added.map(({ id, name }) => ({ id, name })),
    categories: {
      find(cell, present) {
        if (cell === '') return null
        const found = findCategory(cell, present)
        if (!found) throw unknownCategory(cell)
        return found.id
      },
      lossesOf: (cell, id) => categoryLosses(cell, nameOf.get(id ?? ''), format),
    },
  }
}

const isCapReached = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.code === 'PLAN_LIMIT_REACHED'

function tooManyCategories(count: number, used: number, { status, body }: ApiError): ApiError {
  const { code, limit } = body
  const tooMany = t('El archivo trae {count} categorías nuevas; el plan permite {limit} y ya hay {used}.', {
    count,
    limit: String(limit),
    used,
  })
  const what = t('Elige que esa columna no se importe, o que el archivo use las que hay')
  return new ApiError(status, { error: joined([tooMany, what], ' '), code: code! })
}

function unknownCategory(name: string): ApiError {
  const why =
    categoryName(name) === null ? t('su nombre no es válido') : t('falta el permiso para crear categorías')
  const cell = truncated(name, 80)
  const message = t('La categoría «{cell}» no existe y no se puede crear: {why}', { cell, why })
  return invalid('category', 'not_found', message)
}

type Find = (cell: string, present: string | null) => NamedCategory | undefined

/** Matches the cell's whole text, or the last step of its first path: `Remeras` of `Ropa > Remeras, Ofertas`. */
function categoryFinder(categories: NamedCategory[], format: Format): Find {
  const named = Map.groupBy(categories, ({ name }) => fold(name))
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  return (cell, present) => {
    const leaf = lastCategoryIn(cell, format)
    const found = named.get(fold(cell)) ?? named.get(fold(withCommas(cell))) ?? named.get(fold(leaf))
    return found?.find(({ id }) => id === present) ?? found?.[0] ?? bySlug.get(slugify(leaf))
  }
}

function missingCategories(cells: string[], find: Find, format: Format): string[] {
  const missing = new Map<string, string>()
  for (const cell of new Set(cells)) {
    const name = lastCategoryIn(cell, format)
    const key = slugify(name) || name
    if (name !== '' && !missing.has(key) && !find(cell, null)) missing.set(key, name)
  }
  return [...missing.values()]
}

function lastCategoryIn(cell: string, { categories }: Format): string {
  if (!categories) return cell
  const { list, step } = categories
  const first = list ? cell.split(list)[0]! : cell
  return withCommas(step ? first.split(step).at(-1)! : first).trim()
}

function categoryLosses(cell: string, name: string | undefined, { categories }: Format): Loss[] {
  const isWhole = name === undefined || fold(name) === fold(withCommas(cell))
  if (isWhole || !categories) return []
  const { list, step } = categories
  const losses: Loss[] = step && cell.includes(step) ? ['parentCategories'] : []
  return list?.test(cell) ? [...losses, 'otherCategories'] : losses
}

/** A comma inside of a name has a backslash before it where commas divide names. */
const withCommas = (text: string) => text.replaceAll(String.raw`\,`, ',')
