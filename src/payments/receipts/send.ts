import type { Sql } from '../../core/database/db.ts'
import type { App } from '../../core/http/app.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { requireExpected } from './expected.ts'
import type { PayableOrder } from './find-order.ts'
import { prepareReceipt } from './prepare.ts'
import { saveReceipt } from './save.ts'

export const RECEIPT_LIMIT = { name: 'receipts', max: 10, seconds: 60 }

/** Converts a receipt, and returns what stores it. @throws 400 on `file`, 409, 413, 415, 429 */
export async function prepareToSave(app: App, order: PayableOrder, file: UploadedFile) {
  requireExpected(order)
  const receipt = await prepareReceipt(app.converter, order.accountId, file)
  return (sql: Sql) => saveReceipt(sql, order.storeId, order.orderId, receipt)
}

/** Counts the bytes of receipts for each owner, apart from the owner's own: else a stranger could use up an owner's day. */
export const writesOf = (app: App, { accountId }: PayableOrder) => app.sql.countedFor(`receipts:${accountId}`)

/** Stores a receipt; the same file again changes nothing. @throws as `prepareToSave`, 409 `LIMIT_REACHED` */
export async function sendReceipt(app: App, order: PayableOrder, file: UploadedFile) {
  const save = await prepareToSave(app, order, file)
  return await save(writesOf(app, order))
}
