import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { receiveUpload } from '../../media/receive-upload.ts'
import type { StoreContext } from '../page.ts'
import type { FormFile } from './form-fields.ts'

/** Runs `work` with the file of a form as an upload, which is deleted afterwards. */
export async function withUpload<T>(
  { app }: StoreContext,
  { body, type }: FormFile,
  work: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const upload = await receiveUpload(join(app.config.dataDir, 'uploads'), Readable.from([body]), type)
  try {
    return await work(upload)
  } finally {
    await rm(upload.path, { force: true })
  }
}
