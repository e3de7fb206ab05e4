import { listRefusedAccounts } from '../../payments/providers/account.ts'
import { listProblems } from '../../payments/providers/problem.ts'
import type { StoreContext } from '../page.ts'
import { problemTexts } from '../parts/payment-problems.ts'

const MAX_SHOWN = 5

/** What Hoy says of payments: connections that were lost, and payments that differ from what they should be. */
export async function paymentTasks({ app, sql, store, base, can }: StoreContext) {
  if (!can('orders:read')) return []
  const [refused, problems] = await Promise.all([
    listRefusedAccounts(sql, store.id),
    listProblems(sql, store.id),
  ])
  const lost = refused.map((name) => ({
    href: `${base}/pagos`,
    title: `Se perdió la conexión con ${app.providers.get(name)?.label ?? name}`,
    detail: 'Nadie puede pagar así hasta que la conectes otra vez.',
  }))
  const shown = problems.slice(0, MAX_SHOWN)
  return [
    ...lost,
    ...shown.map((problem) => ({ href: `${base}/pagos/por-revisar`, ...problemTexts(problem) })),
  ]
}
