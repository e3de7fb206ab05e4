import { t } from '../../core/texts/text.ts'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import type { Tx } from '../../core/database/db.ts'
import { conflict, notFound } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { parseJson } from '../../core/http/json.ts'
import { dataOf } from '../../core/http/schema.ts'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { operation, type UploadedFile } from '../../core/operations/operation.ts'
import { respond, routeConfig, routeSchema } from '../../core/operations/rest.ts'
import { newId } from '../../core/values/id.ts'
import { acceptFiles } from '../media/accept-files.ts'
import { MAX_UPLOAD } from '../media/receive-upload.ts'
import type { ColumnMap } from './columns.ts'
import { Import, readOneImport } from './import.ts'

import { checkCsv, ImportOptions, NewImport, receiver } from './receive.ts'

/** ms for a file to arrive over a slow network */
const MAX_UPLOAD_MS = 120_000
const MAX_FILES = 3
const MAX_DRY_RUNS = 3
/** The newest imports of a store keep their unchanged and refused rows, which an undo does not need. */
const MAX_DETAILED = 20
/** Before the transaction begins: inside it, uploads that wait would hold connections and the places of other stores' orders. */
export const inImportTurn = fairQueue(queues.imports)

export const createImport = operation({
  id: 'createImport',
  rest: 'POST /imports',
  scope: 'products:write',
  summary: 'Importar productos',
  description:
    'Un CSV de Vitrina, Shopify, Tiendanube, WooCommerce, Google o Meta, de hasta 15 MiB, 50,000 filas y 10,000 ' +
    'productos: en `file` de un `multipart/form-data`, solo con `Content-Type: text/csv` (y las opciones en la ' +
    'dirección), o con `from`, el archivo de un ensayo anterior. Se lee y se guarda después de responder, de 50 en ' +
    '50 productos: `GET /imports/{id}` dice cuándo terminó y qué pasó con cada fila. De una en una por tienda.',
  body: ImportOptions,
  errors: ['NOT_FOUND', 'IMPORT_IN_PROGRESS'],
  response: { 201: dataOf(Import) },
  async prepare({ file }) {
    if (file) checkCsv(file)
  },
  async run({ sql, store, caller, body, file }) {
    const { by, key } = caller
    const addsCategories = key.scopes.includes('categories:write')
    const requester = { accountId: key.accountId, keyId: by === 'panel' ? null : key.id, addsCategories }
    const id = await queueImport(sql, store.id, requester, { options: body, upload: file })
    return { data: await readOneImport(sql, store.id, id) }
  },
})

/** A nested Fastify instance, because it parses other bodies than JSON. */
export function createImportRoute(app: App) {
  const folder = join(app.config.dataDir, 'uploads')
  const receive = receiver(folder)
  app.register(async (instance) => {
    await acceptFiles(instance, folder, { fields: 10, fieldSize: 64 * 1024 })
    instance.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: 256 * 1024 },
      (_request, body, done) => {
        try {
          done(null, parseJson(body as Buffer))
        } catch (error) {
          done(error as Error)
        }
      },
    )

    instance.post('/imports', {
      config: { ...routeConfig(createImport), maxHandlerMs: MAX_UPLOAD_MS + 20_000 },
      bodyLimit: MAX_UPLOAD,
      schema,
      validatorCompiler: () => () => true,
      async handler(request, reply) {
        const { body, file } = await receive(request)
        try {
          return await inImportTurn(request.caller.key.accountId, () =>
            respond(createImport, { app, request, reply }, { body, file }),
          )
        } finally {
          if (file) await rm(file.path, { force: true })
        }
      },
    })
  })
}

const schema = {
  ...routeSchema(createImport),
  consumes: ['application/json', 'multipart/form-data', 'text/csv'],
  body: NewImport,
  querystring: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Cuando el cuerpo es el archivo: ensayar sin guardar nada' }),
    ),
    skipRefused: Type.Optional(
      Type.Boolean({ description: 'Cuando el cuerpo es el archivo: importar sin las filas rechazadas' }),
    ),
    columns: Type.Optional(
      Type.String({ description: 'Cuando el cuerpo es el archivo: el objeto `columns`, como JSON' }),
    ),
    fileName: Type.Optional(Type.String({ description: 'Cuando el cuerpo es el archivo: su nombre' })),
  }),
}

type Requester = { accountId: string; keyId: string | null; addsCategories: boolean }

async function queueImport(
  tx: Tx,
  storeId: string,
  requester: Requester,
  { options, upload }: { options: ImportOptions; upload: UploadedFile | undefined },
): Promise<string> {
  const id = newId()
  const file = upload
    ? await storeFile(tx, storeId, { id, name: options.fileName ?? null, path: upload.path })
    : await findFile(tx, storeId, options.from!)
  const { dryRun = false, skipRefused = false, columns = file.columnMap } = options
  const [created] = await tx`
    insert into imports (
      store_id, id, file_id, file_name, is_dry_run, skips_refused, adds_categories, column_map, account_id, key_id
    ) values (
      ${storeId}, ${id}, ${file.id}, ${file.name}, ${dryRun}, ${skipRefused}, ${requester.addsCategories},
      ${tx.json(columns)}, ${requester.accountId}, ${requester.keyId}
    )
    on conflict (store_id) where state in ('waiting', 'undoing') do nothing
    returning id`
  if (!created) throw importInProgress()
  await deleteOldDryRuns(tx, storeId)
  await deleteOldDetails(tx, storeId)
  return id
}

/** Deletes older dry runs and failed imports: each has as many rows as its file, for one small request. */
function deleteOldDryRuns(tx: Tx, storeId: string) {
  return tx`
    delete from imports
    where store_id = ${storeId} and id in (
      select id
      from imports
      where store_id = ${storeId} and (is_dry_run or state = 'failed') and state not in ('waiting', 'undoing')
      order by created_at desc
      offset ${MAX_DRY_RUNS}
    )`
}

/** Deletes the unchanged and refused rows of older imports. Every new import puts one more past the bound. */
function deleteOldDetails(tx: Tx, storeId: string) {
  return tx`
    delete from import_rows
    where store_id = ${storeId} and action in ('unchanged', 'refused') and import_id in (
      select id
      from imports
      where store_id = ${storeId} and state not in ('waiting', 'undoing')
      order by created_at desc
      offset ${MAX_DETAILED}
      limit 3
    )`
}

export const importInProgress = () =>
  conflict('IMPORT_IN_PROGRESS', t('La tienda ya tiene una importación en curso: espera a que termine'))

type File = { id: string; name: string | null; columnMap: ColumnMap }

async function storeFile(
  tx: Tx,
  storeId: string,
  { id, name, path }: { id: string; name: string | null; path: string },
): Promise<File> {
  await tx`
    delete from import_files
    where store_id = ${storeId} and id in (
      select id from import_files where store_id = ${storeId} order by created_at desc offset ${MAX_FILES - 1}
    )`
  await tx`
    insert into import_files (store_id, id, name, body)
    values (${storeId}, ${id}, ${name}, ${await readFile(path)})`
  return { id, name, columnMap: {} }
}

async function findFile(tx: Tx, storeId: string, from: string): Promise<File> {
  const [file] = await tx<File[]>`
    select import_files.id, import_files.name, imports.column_map
    from imports
    join import_files on import_files.store_id = imports.store_id and import_files.id = imports.file_id
    where imports.store_id = ${storeId} and imports.id = ${from}`
  if (!file) throw notFound(t('El archivo'))
  return file
}
