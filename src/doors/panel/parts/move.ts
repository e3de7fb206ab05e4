import { Type, type Static } from 'typebox'
import { notFound } from '../../../core/errors/errors.ts'
import type { AnyOperation } from '../../../core/operations/operation.ts'
import { performTogether } from '../../../core/operations/perform.ts'
import type { Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import type { Permission } from '../../../core/auth/roles.ts'
import { callerOf } from '../forms/perform.ts'
import type { Outcome, StoreContext } from '../page.ts'
import { moveButtons, orderLink } from './list.ts'
import { t } from '../../../core/texts/text.ts'

export const Move = Body({
  direction: Type.Optional(Type.Enum(['up', 'down'])),
  to: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
})
export type Move = Static<typeof Move>

type Positioned = { id: string; position: number }
type Named = { id: string; name: string }

export async function moveRow(
  context: StoreContext,
  { path, update, rows }: { path: string; update: AnyOperation; rows: readonly Positioned[] },
  move: Move,
): Promise<Outcome> {
  const at = rows.findIndex((row) => row.id === context.params['id'])
  if (at < 0) throw notFound(t('Lo que quieres mover'))
  await performTogether(context.app, callerOf(context), async (performIn) => {
    for (const [position, row] of moved(rows, at, move).entries()) {
      if (row.position !== position) await performIn(update, { id: row.id, body: { position } })
    }
  })
  return { next: `${path}?ordenar=1` }
}

export function moved<T>(rows: readonly T[], at: number, { direction, to }: Move): T[] {
  const target = to ?? at + (direction === 'up' ? -1 : 1)
  return rows.toSpliced(at, 1).toSpliced(Math.max(0, target), 0, rows[at]!)
}

export function orderMode(
  { base, query, can, form }: StoreContext,
  path: string,
  needs: Permission,
  rows: readonly Named[],
) {
  const isOn = query['ordenar'] === '1' && can(needs)
  return {
    isOn,
    link: can(needs) ? orderLink(base + path, rows.length, isOn) : null,
    tools(row: Named): Html | null {
      if (!isOn) return null
      const place = { isFirst: row === rows[0], isLast: row === rows.at(-1) }
      return moveButtons(form(`${path}/${row.id}/mover`), row.name, place)
    },
  }
}
