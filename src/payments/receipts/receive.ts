import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fairQueue, QueueFull } from '../../core/concurrency/fair-queue.ts'
import { invalid, rateLimited, unsupportedReceipt } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { MAX_DRAINED, MAX_UPLOAD, receiveUpload } from '../../media/receive-upload.ts'

/** Receipts being received; each is a file of at most 15 MiB. */
const RECEIVED = { running: 32, runningPerOwner: 4, waiting: 64, waitingPerOwner: 8 }

/** A receipt as it was sent: `field` reads the form's texts. */
export type SentReceipt = { file: UploadedFile; field: (name: string) => string }

/** ms for a phone on a slow network to send its photo, and for its conversion */
export const MAX_RECEIPT_MS = 140_000

/**
 * Registers routes that take a form with a file: they call `receive`, which deletes the file after `work`. Nested, because other
 * routes have other content types.
 */
export function receiptRoutes(app: App, register: (instance: App, receive: Receive) => void) {
  const folder = join(app.config.dataDir, 'uploads')
  const queue = fairQueue(RECEIVED)
  app.register(async (instance) => {
    instance.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_UPLOAD
    })
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await instance.register(multipart, {
      limits: { files: 1, fields: 5, fieldSize: 1024, fileSize: MAX_DRAINED },
    })
    register(instance, async (request, work) => {
      const received = await receiveInTurn(request)
      try {
        return await work(received)
      } finally {
        await rm(received.file.path, { force: true })
      }
    })
  })

  async function receiveInTurn(request: FastifyRequest): Promise<SentReceipt> {
    if (!request.isMultipart()) throw unsupportedReceipt()
    const part = await request.file().catch(() => undefined)
    if (part?.fieldname !== 'file') {
      part?.file.resume()
      throw missing()
    }
    const receive = () => receiveUpload(folder, part.file, part.mimetype)
    const file = await queue(request.clientAddress, receive).catch((error: unknown) => {
      throw error instanceof QueueFull ? rateLimited(5) : error
    })
    return { file, field: (name) => textOf(part.fields[name]) }
  }
}

type Receive = <R>(request: FastifyRequest, work: (sent: SentReceipt) => Promise<R>) => Promise<R>

/** Fields may stand before or after the file. */
function textOf(field: unknown): string {
  const first = [field].flat()[0] as { type?: string; value?: unknown } | undefined
  return first?.type === 'field' ? String(first.value) : ''
}

const missing = () =>
  invalid('file', 'required', 'Falta el comprobante: envía la foto o el PDF en el campo file')
