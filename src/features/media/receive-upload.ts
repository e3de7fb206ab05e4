import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { malformedRequest, fileTooLarge } from '../../core/errors/errors.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { codeOf } from '../../core/errors/start-error.ts'

export const MAX_UPLOAD = 15 * 1024 * 1024
/** Bytes beyond the limit are read and dropped up to this: a browser shows the response only after it has sent everything. */
export const MAX_DRAINED = 64 * 1024 * 1024
const HEAD = 32

/** Writes an upload to disk as it comes, so that it takes no memory however slow the phone is; the caller deletes the file. @throws 413 */
export async function receiveUpload(folder: string, stream: Readable, type: string): Promise<UploadedFile> {
  try {
    const upload = await receiveFile(folder, stream, type, MAX_DRAINED)
    if (upload) return upload
  } catch (error) {
    throw isClients(error) ? malformedRequest() : error
  }
  throw fileTooLarge(MAX_UPLOAD)
}

/** Null for a file over MAX_UPLOAD, which is read and dropped up to `maxDrained`. @throws the stream's error */
export async function receiveFile(
  folder: string,
  stream: Readable,
  type: string,
  maxDrained = MAX_UPLOAD,
): Promise<UploadedFile | null> {
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  const tooLarge = new Error('Too large')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxDrained) return done(tooLarge)
      if (size > MAX_UPLOAD) return done()
      if (head.length < HEAD) head = Buffer.concat([head, chunk]).subarray(0, HEAD)
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await mkdir(folder, { recursive: true })
  try {
    await pipeline(stream, measure, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    if (error === tooLarge) return null
    throw error
  }
  if (size <= MAX_UPLOAD) return { path, sha256: hash.digest('hex'), head, size, type }
  await rm(path, { force: true })
  return null
}

/** Whether the client caused the error: it disconnected, or its form is truncated. A full disk is ours. */
const isClients = (error: unknown) => ['', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error))

const HOUR = 3_600_000

/** Deletes files that a killed process left behind. */
export async function removeStaleUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - HOUR) await rm(path, { force: true })
  }
}
