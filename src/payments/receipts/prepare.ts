import { readFile } from 'node:fs/promises'
import { fileTooLarge, invalid, unsupportedReceipt } from '../../core/errors/errors.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { convertUpload, unreadable } from '../../media/convert-upload.ts'
import type { Converter } from '../../media/converter.ts'
import { formatOf } from '../../media/format.ts'

/** A receipt in the form that it is stored in. */
export type PreparedReceipt = { sourceHash: Buffer; type: string; body: Buffer; fingerprint: Buffer }

const MAX_PDF = 5 * 1024 * 1024

/**
 * Converts a picture in the turns of the store's owner, which drops the place and the camera's data; a PDF stays as it is.
 * @throws 400 on `file`, 413, 415, 429
 */
export async function prepareReceipt(
  converter: Converter,
  accountId: string,
  { path, sha256, head, size, type: declared }: UploadedFile,
): Promise<PreparedReceipt> {
  if (size === 0) throw invalid('file', 'required', 'El comprobante está vacío')
  const sourceHash = Buffer.from(sha256, 'hex')
  if (head.toString('latin1', 0, 5) === '%PDF-') {
    if (size > MAX_PDF) throw fileTooLarge(MAX_PDF)
    return { sourceHash, type: 'application/pdf', body: await readFile(path), fingerprint: Buffer.alloc(0) }
  }
  const format = formatOf(head)
  if (!format) throw declared.startsWith('image/') ? unreadable() : unsupportedReceipt()
  if (!['jpeg', 'png', 'webp', 'avif'].includes(format)) throw unsupportedReceipt()
  const converted = await convertUpload(converter, `receipt ${accountId}`, { kind: 'receipt', picture: path })
  return { sourceHash, type: 'image/jpeg', body: converted.body, fingerprint: converted.fingerprint! }
}
