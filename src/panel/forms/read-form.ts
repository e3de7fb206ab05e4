import { parse } from 'node:querystring'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTransientError } from '../../core/database/db.ts'
import { ApiError, malformedRequest, payloadTooLarge, tooBusy } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { memoryBudget } from '../../core/concurrency/memory-budget.ts'
import { addField, type FormFields, type FormFile, type SentForm } from './form-fields.ts'

const MAX_FIELDS = 2000
const MiB = 1024 * 1024
/** With JavaScript photos are uploaded one by one; without it a form may contain all photos of a product. */
const MAX_FILES = 10
/** Further files are read and dropped, so that the rest of the form is not lost. */
const MAX_FILES_READ = 100
const MAX_FILE = 15 * MiB
const MAX_FILES_TOTAL = 40 * MiB
/** All fields of a form together, whichever its content type. */
const MAX_TEXT = MiB
/** Files of forms are held in memory until the reply. */
const heldFiles = memoryBudget({ total: 320 * MiB, perOwner: 60 * MiB })

/** Parses the bodies of the forms of these routes, urlencoded and multipart. */
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
      fileSize: MAX_FILE,
      parts: MAX_FIELDS + MAX_FILES_READ,
    },
  })
}

/**
 * Reads the fields and files of a form.
 * @param account the owner of the memory that files take until the reply; null where files are dropped
 * @throws 413, 503
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  account: string | null,
): Promise<SentForm> {
  if (!request.isMultipart())
    return (request.body as SentForm | undefined) ?? { fields: new Map(), files: [] }
  const form: SentForm = { fields: new Map(), files: [] }
  const readFile = account === null ? dropFile : fileReader(reply, account)
  let length = 0
  try {
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

async function dropFile({ file }: MultipartFile): Promise<null> {
  file.resume()
  return null
}

/** Reads the files of one form, one after the other; null where no file was chosen. */
function fileReader(reply: FastifyReply, account: string) {
  let count = 0
  let held = 0
  let isClosed = false
  reply.raw.once('close', () => {
    isClosed = true
    heldFiles.release(account, held)
  })

  return async function read({
    fieldname,
    filename,
    mimetype,
    file,
  }: MultipartFile): Promise<FormFile | null> {
    const chunks: Buffer[] = []
    const before = held
    let isTooLarge = count >= MAX_FILES
    for await (const chunk of file as AsyncIterable<Buffer>) {
      isTooLarge ||= held + chunk.length > MAX_FILES_TOTAL
      if (isClosed) throw malformedRequest()
      if (isTooLarge) continue
      if (!heldFiles.reserve(account, chunk.length)) throw tooBusy()
      held += chunk.length
      chunks.push(chunk)
    }
    if (isClosed) throw malformedRequest() // what is held was given back already
    if (file.bytesRead === 0) return null
    count++
    if (isTooLarge || file.truncated) {
      heldFiles.release(account, held - before)
      held = before
      return { name: fieldname, filename, type: mimetype, body: Buffer.alloc(0), isTooLarge: true }
    }
    return { name: fieldname, filename, type: mimetype, body: Buffer.concat(chunks), isTooLarge }
  }
}

/** Converts the parser's errors: parts beyond its bounds, and bodies that are no form. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError || isTransientError(error)) return error
  const isTooLarge = 'statusCode' in error && error.statusCode === 413
  return isTooLarge ? fileTooLarge() : malformedRequest()
}

export const fileTooLarge = () =>
  new ApiError(413, {
    error: 'Una foto pesa como máximo 15 MB, y de una vez van 10 que pesen 40 MB: envía menos a la vez',
    code: 'PAYLOAD_TOO_LARGE',
  })
