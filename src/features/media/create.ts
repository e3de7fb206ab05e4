import { t } from '../../core/texts/text.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { requireCapacity } from '../billing/plans.ts'
import type { Sql, Tx } from '../../core/database/db.ts'
import { invalid, unavailable, unsupportedPicture } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { operation, type UploadedFile } from '../../core/operations/operation.ts'
import { respond, routeConfig, routeSchema } from '../../core/operations/rest.ts'
import { newId } from '../../core/values/id.ts'
import type { Converted } from './convert.ts'
import { convertUpload, unreadable } from './convert-upload.ts'
import type { Converter } from './converter.ts'
import { formatOf, isAccepted } from './format.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { acceptFiles, fileReceiver, sentFileOf } from './accept-files.ts'
import { MAX_UPLOAD } from './receive-upload.ts'
import { Image, storedUrl } from './image.ts'

/** ms for a phone on a slow network to send its photo */
const MAX_UPLOAD_MS = 120_000
const MiB = 1024 * 1024

const NewImage = Body({
  file: Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'La foto' }),
})

export const createImage = operation({
  id: 'createImage',
  rest: 'POST /images',
  scope: 'products:write',
  summary: 'Subir una foto',
  description:
    'JPEG, PNG, WebP o AVIF, de hasta 15 MiB y 50 megapíxeles (AVIF: 16): en `file` de un `multipart/form-data`, ' +
    'o los bytes solos con su `Content-Type`. Se guarda derecha, sin datos de la cámara y de 2048 px como máximo; ' +
    'la misma foto, una sola vez. La que nada muestra durante 30 días se quita.',
  errors: ['PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(Image) },
  location: ({ data }) => data.url,
  prepare: ({ sql, store, accountId, file, service }) =>
    convertUnlessStored(sql, { storeId: store.id, accountId }, file!, service.converter),
  async run({ sql, store, file, prepared, service }) {
    const image = await storePicture(sql, store.id, file!.sha256, prepared)
    const url = storedUrl(service.publicUrl, store.id, image)
    return { data: { id: image.id, url, width: image.width, height: image.height } }
  },
})

/** A nested Fastify instance, because uploads have other content types. */
export function createImageRoute(app: App) {
  const folder = join(app.config.dataDir, 'uploads')
  const receive = fileReceiver(folder, queues.photos)
  app.register(async (instance) => {
    await acceptFiles(instance, folder, { fields: 20 })
    instance.post('/images', {
      config: { ...routeConfig(createImage), maxHandlerMs: MAX_UPLOAD_MS + 20_000 },
      bodyLimit: MAX_UPLOAD,
      schema: {
        ...routeSchema(createImage),
        consumes: ['multipart/form-data', ...accepted.values()],
        body: NewImage,
      },
      validatorCompiler: () => () => true,
      async handler(request, reply) {
        const sent = await sentFileOf(request)
        if (!sent) throw missing()
        const file = await receive(request.caller.key.accountId, sent)
        try {
          await respond(createImage, { app, request, reply }, { body: { sha256: file.sha256 }, file })
          const url = reply.getHeader('location')
          if (url) void app.pictures.makeSizes(request.caller.store!.id, String(url))
          return reply
        } finally {
          await rm(file.path, { force: true })
        }
      },
    })
  })
}

const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])

const missing = () =>
  invalid('file', 'required', t('Falta la foto: envíala en el campo file, o sola con su Content-Type'))

/** Checks the format by the first bytes, whatever the content type says. @throws 400 on `file`, 415 */
function checkFormat({ head, size, type }: UploadedFile) {
  if (size === 0) throw invalid('file', 'required', t('La foto está vacía'))
  const format = formatOf(head)
  if (format && isAccepted(format)) return
  if (format || !accepted.has(type.toLowerCase())) throw unsupportedPicture()
  throw unreadable()
}

async function convertUnlessStored(
  sql: Sql,
  { storeId, accountId }: { storeId: string; accountId: string },
  file: UploadedFile,
  converter: Converter,
): Promise<Converted | null> {
  checkFormat(file)
  const { path, sha256 } = file
  if (await findBySource(sql, storeId, sha256)) return null
  return convertUpload(converter, `upload ${accountId}`, { kind: 'store', path })
}

type Stored = { id: string; type: string; width: number; height: number }

export async function findBySource(sql: Sql, storeId: string, sha256: string): Promise<Stored | undefined> {
  const [row] = await sql<Stored[]>`
    update pictures
    set expires_at = statement_timestamp() + interval '30 days'
    where store_id = ${storeId} and source_hash = ${Buffer.from(sha256, 'hex')}
    returning id, type, width, height`
  return row
}

/** Adds a picture to the store, or finds the one of the same bytes. @throws 403 `PLAN_LIMIT_REACHED` */
export async function storePicture(tx: Tx, storeId: string, sha256: string, converted: Converted | null) {
  const known = await findBySource(tx, storeId, sha256)
  if (known) return known
  if (!converted) throw unavailable() // it was there when the upload came in
  await requireCapacityForPicture(tx, storeId)
  return (await findBySource(tx, storeId, sha256)) ?? (await insert(tx, storeId, sha256, converted))
}

/** Locks the store: uploads of one store run one after the other from here on. */
async function requireCapacityForPicture(tx: Tx, storeId: string) {
  const counted = async (name: string) => {
    const [count] = await tx<[{ used: number }]>`select counted(${storeId}, ${[name]}) as used`
    return count.used
  }
  await requireCapacity(tx, storeId, 'images', () => counted('pictures'))
  await requireCapacity(tx, storeId, 'imageMegabytes', async () =>
    Math.floor((await counted('pictures.bytes')) / MiB),
  )
}

async function insert(tx: Tx, storeId: string, sha256: string, picture: Converted): Promise<Stored> {
  const { body, format, width, height, edgeColour } = picture
  const stored = { id: newId(), type: `image/${format}`, width, height }
  await tx`
    insert into pictures (store_id, id, source_hash, type, width, height, edge_colour, body)
    values (
      ${storeId}, ${stored.id}, ${Buffer.from(sha256, 'hex')}, ${stored.type}, ${width}, ${height},
      ${edgeColour ?? 'transparent'}, ${body}
    )`
  await tx`select increment_counter(${storeId}, 'pictures', 1)`
  await tx`select increment_counter(${storeId}, 'pictures.bytes', ${body.length})`
  return stored
}
