import { t } from '../../core/texts/text.ts'
import { Type } from 'typebox'
import type { Tx } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { SingleLine } from '../../core/http/schema.ts'

export const MAX_PRODUCT_GROUPS = 10

export const ModifierGroupIds = Type.Array(SingleLine({ max: 64 }), {
  maxItems: MAX_PRODUCT_GROUPS,
  description: 'Sus grupos de extras, en orden',
})

/** Requires the catalog lock. @throws 400 on `modifierGroupIds.N` */
export async function requireModifierGroups(tx: Tx, storeId: string, ids: string[]): Promise<void> {
  const twice = ids.findIndex((id, n) => ids.indexOf(id) < n)
  if (twice >= 0) throw invalid(`modifierGroupIds.${twice}`, 'duplicate', t('El grupo está dos veces'))
  if (ids.length === 0) return
  const rows = await tx<{ id: string }[]>`
    select id from modifier_groups where store_id = ${storeId} and id = any(${ids}::text[])`
  const known = new Set(rows.map(({ id }) => id))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0) {
    throw invalid(
      `modifierGroupIds.${unknown}`,
      'not_found',
      t('El grupo de extras no existe en esta tienda'),
    )
  }
}
