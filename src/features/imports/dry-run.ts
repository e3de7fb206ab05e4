import type { Tx } from '../../core/database/db.ts'

const rollback = new Error('a dry run is rolled back')

/** Does the work in a savepoint, which a dry run rolls back: what it returns says what would be. */
export async function rolledBackIf<T>(tx: Tx, isDryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result!: T
  try {
    await tx.savepoint(async (inner) => {
      result = await work(inner)
      if (isDryRun) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return result
}
