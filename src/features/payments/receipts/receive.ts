import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { invalid, unsupportedReceipt } from '../../../core/errors/errors.ts'
import type { App } from '../../../core/http/app.ts'
import { t } from '../../../core/texts/text.ts'
import type { UploadedFile } from '../../../core/operations/operation.ts'
import { queues } from '../../../core/concurrency/fairness.ts'
import { acceptFiles, fileReceiver, sentFileOf } from '../../media/accept-files.ts'
import { MAX_UPLOAD } from '../../media/receive-upload.ts'

export const RECEIPT_LIMIT = { name: 'receipts', max: 10, seconds: 60 }

/** A receipt as it was sent: `field` reads the form's texts. */
export type SentReceipt = { file: UploadedFile; field: (name: string) => string }

/** ms for a phone on a slow network to send its photo, and for its conversion */
export const MAX_RECEIPT_MS = 140_000

/** `receive` deletes the file after `work`. Nested, because other routes have other content types. */
export function receiptRoutes(app: App, register: (instance: App, receive: Receive) => void) {
  const folder = join(app.config.dataDir, 'uploads')
  const receiveFile = fileReceiver(folder, queues.receipts)
  app.register(async (instance) => {
    instance.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_UPLOAD
    })
    await acceptFiles(instance, folder, { fields: 5, fieldSize: 1024 })
    register(instance, async (request, work) => {
      const received = await receiveReceipt(request)
      try {
        return await work(received)
      } finally {
        await rm(received.file.path, { force: true })
      }
    })
  })

  async function receiveReceipt(request: FastifyRequest): Promise<SentReceipt> {
    const sent = request.isMultipart() ? await sentFileOf(request) : undefined
    if (sent === undefined) throw unsupportedReceipt()
    if (sent === null) throw missing()
    const file = await receiveFile(request.clientAddress, sent)
    const fields = new Map(sent.fields())
    return { file, field: (name) => fields.get(name) ?? '' }
  }
}

type Receive = <R>(request: FastifyRequest, work: (sent: SentReceipt) => Promise<R>) => Promise<R>

const missing = () =>
  invalid('file', 'required', t('Falta el comprobante: envía la foto o el PDF en el campo file'))
