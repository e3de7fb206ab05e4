import type { Tx } from '../../core/database/db.ts'

const rollback = new Error('a rehearsal is rolled back')

/** Does the work in a savepoint, which a rehearsal rolls back: what it returns says what would be. */
export async function inRehearsal<T>(
  tx: Tx,
  isDryRun: boolean,
  work: (rehearsal: Tx) => Promise<T>,
): Promise<T> {
  let result!: T
  try {
    await tx.savepoint(async (rehearsal) => {
      result = await work(rehearsal)
      if (isDryRun) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return result
}
