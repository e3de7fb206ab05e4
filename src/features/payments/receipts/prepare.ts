import { readFile } from 'node:fs/promises'
import type { Sql } from '../../../core/database/db.ts'
import { fileTooLarge, invalid, unsupportedReceipt } from '../../../core/errors/errors.ts'
import type { App } from '../../../core/http/app.ts'
import { t } from '../../../core/texts/text.ts'
import type { UploadedFile } from '../../../core/operations/operation.ts'
import { convertUpload, unreadable } from '../../media/convert-upload.ts'
import type { Converter } from '../../media/converter.ts'
import { formatOf, isAccepted } from '../../media/format.ts'
import { requireExpected } from './expected.ts'
import type { PayableOrder } from './find-order.ts'
import { saveReceipt, type PreparedReceipt } from './save.ts'

const MAX_PDF = 5 * 1024 * 1024

/** Converts a receipt that came from this address, and returns what stores it. @throws 400 on `file`, 409, 413, 415, 429 */
export async function prepareToSave(app: App, order: PayableOrder, file: UploadedFile, client: string) {
  requireExpected(order)
  const receipt = await prepareReceipt(app.converter, order.accountId, file)
  return (sql: Sql) => saveReceipt(sql, order, receipt, client)
}

/** A picture loses the place and the camera's data; a PDF stays as it is. @throws 400 on `file`, 413, 415, 429 */
async function prepareReceipt(
  converter: Converter,
  accountId: string,
  { path, sha256, head, size, type: declared }: UploadedFile,
): Promise<PreparedReceipt> {
  if (size === 0) throw invalid('file', 'required', t('El comprobante está vacío'))
  const sourceHash = Buffer.from(sha256, 'hex')
  if (head.toString('latin1', 0, 5) === '%PDF-') {
    if (size > MAX_PDF) throw fileTooLarge(MAX_PDF)
    return { sourceHash, type: 'application/pdf', body: await readFile(path), fingerprint: Buffer.alloc(0) }
  }
  const format = formatOf(head)
  if (!format) throw declared.startsWith('image/') ? unreadable() : unsupportedReceipt()
  if (!isAccepted(format)) throw unsupportedReceipt()
  const converted = await convertUpload(converter, `receipt ${accountId}`, { kind: 'receipt', picture: path })
  return { sourceHash, type: 'image/jpeg', body: converted.body, fingerprint: converted.fingerprint! }
}
