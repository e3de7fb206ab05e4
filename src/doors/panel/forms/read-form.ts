import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'node:querystring'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTransientError } from '../../../core/database/db.ts'
import { ApiError, malformedRequest, payloadTooLarge } from '../../../core/errors/errors.ts'
import { t } from '../../../core/texts/text.ts'
import type { App } from '../../../core/http/app.ts'
import { fairQueue, QueueFull } from '../../../core/concurrency/fair-queue.ts'
import { queues } from '../../../core/concurrency/fairness.ts'
import { MAX_UPLOAD, receiveFile } from '../../../features/media/receive-upload.ts'
import type { UploadedFile } from '../../../core/operations/operation.ts'
import { addField, type FormFields, type FormFile, type SentForm } from './form-fields.ts'

const MAX_FIELDS = 2000
const MiB = 1024 * 1024
/** With JavaScript photos are uploaded one by one; without it a form may contain all photos of a product. */
const MAX_FILES = 10
/** Further files are read and dropped, so that the rest of the form is not lost. */
const MAX_FILES_READ = 100
const MAX_FILES_TOTAL = 40 * MiB
/** All fields of a form together, whichever its content type. */
const MAX_TEXT = MiB
const inTurn = fairQueue(queues.forms)

export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const fields: FormFields = new Map()
      const parsed = parse(String(body), '&', '=', { maxKeys: MAX_FIELDS })
      for (const [name, values] of Object.entries(parsed)) {
        for (const value of [values ?? ''].flat()) addField(fields, name, value)
      }
      done(null, { fields, files: [] } satisfies SentForm)
    },
  )
  void app.register(multipart, {
    throwFileSizeLimit: false, // the fields that come after it are read all the same
    limits: {
      fields: MAX_FIELDS,
      fieldSize: MiB,
      files: MAX_FILES_READ,
      fileSize: MAX_UPLOAD,
      parts: MAX_FIELDS + MAX_FILES_READ,
    },
  })
}

/** The files are deleted after the reply. @param account in whose turn they are received; null where they are dropped @throws 413, 503 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  account: string | null,
): Promise<SentForm> {
  if (!request.isMultipart())
    return (request.body as SentForm | undefined) ?? { fields: new Map(), files: [] }
  const form: SentForm = { fields: new Map(), files: [] }
  let length = 0
  try {
    if (account !== null) await takeTurn(reply, account)
    const readFile = account === null ? dropFile : fileReader(request, reply)
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const file = await readFile(part)
        if (file) form.files.push(file)
        continue
      }
      const value = String(part.value)
      length += part.fieldname.length + value.length
      if (length > MAX_TEXT) throw payloadTooLarge(MAX_TEXT)
      addField(form.fields, part.fieldname, value)
    }
  } catch (error) {
    request.raw.unpipe().resume() // the rest of the body is read and dropped: the parser would hold it in memory
    throw toApiError(error)
  }
  return form
}

/** Waits for a place, which is taken until the reply has ended. @throws QueueFull */
function takeTurn({ raw }: FastifyReply, account: string): Promise<void> {
  if (raw.destroyed) throw malformedRequest() // its `close` is over
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ended = new Promise<void>((end) => raw.once('close', end))
  void inTurn(account, async () => {
    resolve()
    await ended
  }).catch(reject)
  return promise
}

async function dropFile({ fieldname: name, filename, file }: MultipartFile): Promise<FormFile | null> {
  file.resume()
  return filename ? { name, filename, upload: null } : null
}

/** Receives the files of one form, one after the other; null where no file was chosen. */
function fileReader({ server }: FastifyRequest, { raw }: FastifyReply) {
  const folder = join(server.config.dataDir, 'uploads')
  const received: UploadedFile[] = []
  let total = 0
  raw.once('close', () => received.forEach(remove))

  return async function read({
    fieldname: name,
    filename,
    mimetype,
    file,
  }: MultipartFile): Promise<FormFile | null> {
    const upload = received.length < MAX_FILES ? await receiveFile(folder, file, mimetype) : null
    if (!upload) file.resume()
    else received.push(upload)
    if (raw.destroyed) {
      received.forEach(remove) // its `close` is over
      throw malformedRequest()
    }
    if (upload?.size === 0) return null
    total += upload?.size ?? 0
    const isStored = !file.truncated && total <= MAX_FILES_TOTAL
    return { name, filename, upload: isStored ? upload : null }
  }
}

const remove = ({ path }: UploadedFile) => void rm(path, { force: true })

/** Converts the parser's errors: parts beyond its bounds, and bodies that are no form. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof QueueFull) return error
  if (isTransientError(error)) return error
  const isTooLarge = 'statusCode' in error && error.statusCode === 413
  return isTooLarge ? fileTooLarge() : malformedRequest()
}

export const fileTooLarge = () =>
  new ApiError(413, {
    error: t('Una foto pesa como máximo 15 MB, y de una vez van 10 que pesen 40 MB: envía menos a la vez'),
    code: 'PAYLOAD_TOO_LARGE',
  })
