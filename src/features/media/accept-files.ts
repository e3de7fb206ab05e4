import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fairQueue, QueueFull } from '../../core/concurrency/fair-queue.ts'
import { fileTooLarge, rateLimited } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { MAX_DRAINED, MAX_UPLOAD, receiveUpload, removeStaleUploads } from './receive-upload.ts'

/** Lets the routes of an instance take files: in a form, or as a body of any content type that it has no parser for. */
export async function acceptFiles(
  instance: App,
  folder: string,
  limits: { fields: number; fieldSize?: number },
) {
  instance.removeAllContentTypeParsers()
  instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  await instance.register(multipart, { limits: { files: 1, fileSize: MAX_DRAINED, ...limits } })
  instance.addHook('onReady', () => removeStaleUploads(folder))
}

type SentFile = {
  stream: Readable
  type: string
  name: string | null
  fields: () => [name: string, text: string][]
}

/** The field `file` of a form, or the bare body; null where there is none. @throws 413 */
export async function sentFileOf(request: FastifyRequest): Promise<SentFile | null> {
  const { 'content-length': length, 'content-type': type = '' } = request.headers
  if (Number(length) > MAX_DRAINED) throw fileTooLarge(MAX_UPLOAD)
  if (!request.isMultipart()) {
    const stream = request.body as Readable | undefined
    return stream ? { stream, type: type.split(';')[0]!.trim(), name: null, fields: () => [] } : null
  }
  const part = await request.file().catch(() => undefined)
  if (part?.fieldname !== 'file') {
    part?.file.resume()
    return null
  }
  const fields = () =>
    Object.entries(part.fields).flatMap(([name, field]): [string, string][] => {
      const one = [field].flat()[0]
      return one?.type === 'field' ? [[name, String(one.value)]] : []
    })
  return { stream: part.file, type: part.mimetype, name: part.filename, fields }
}

/** Receives files into the folder, in turns of their accounts. The function throws 413, 429. */
export function fileReceiver(folder: string, bounds: Parameters<typeof fairQueue>[0]) {
  const inTurn = fairQueue(bounds)
  return async (account: string, { stream, type }: SentFile): Promise<UploadedFile> => {
    try {
      return await inTurn(account, () => receiveUpload(folder, stream, type))
    } catch (error) {
      throw error instanceof QueueFull ? rateLimited(5) : error
    }
  }
}
