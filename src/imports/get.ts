import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { App } from '../core/http/app.ts'
import { holdStreamedFile } from '../core/http/unread-bodies.ts'
import { readsOf } from '../core/operations/perform.ts'
import { pageQuery } from '../core/http/page.ts'
import { dataOf, IdParams, Nullable } from '../core/http/schema.ts'
import { ACTIONS, Import } from './import.ts'
import { listImportRows, readOneImport } from './read-import.ts'

const ImportedRow = Type.Object(
  {
    line: Type.Integer({ description: 'Línea del archivo en que empieza' }),
    action: Type.Enum([...ACTIONS], {
      description: 'new: se crea; changed: cambia; unchanged: queda igual; refused: rechazada',
    }),
    productId: Nullable(
      Type.String({ description: 'El producto de la tienda; nulo de uno nuevo que no se guardó' }),
    ),
    name: Nullable(Type.String()),
    issues: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), message: Type.String() }), {
      description: 'Por qué se rechaza',
    }),
    changes: Type.Array(
      Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }),
      { description: 'Cada campo que cambia, con su valor anterior y el nuevo' },
    ),
    kept: Type.Array(Type.String(), {
      description: 'Al deshacer: los campos que cambiaron después de importar, y quedaron como estaban',
    }),
  },
  { title: 'ImportedRow', description: 'Un producto del archivo y lo que pasa con él' },
)

export function getImportRoute(app: App) {
  app.get('/imports/:id', {
    config: { scope: 'products:write' },
    schema: {
      operationId: 'getImport',
      summary: 'Leer una importación',
      description:
        'El estado, cuántos productos son nuevos o cambian, sus fotos, y una página de las filas con su diferencia. Las que ' +
        'quedan igual o se rechazan se guardan de las 20 importaciones más nuevas.',
      params: IdParams,
      querystring: Type.Object({
        ...pageQuery(),
        action: Type.Optional(Type.Enum([...ACTIONS], { description: 'Solo las filas de este tipo' })),
      }),
      response: {
        200: dataOf(
          Type.Object({
            ...Import.properties,
            rows: Type.Array(ImportedRow),
            rowTotal: Type.Integer({ description: 'Cuántas filas hay en todas las páginas' }),
          }),
        ),
      },
    },
    async handler({ caller, store, params, query }, reply) {
      const { accountId } = caller.key
      const sql = readsOf(app, caller)
      const found = await readOneImport(sql, store.id, params.id)
      holdStreamedFile(reply, accountId)
      const page = await listImportRows(found, { sql, accountId, storeId: store.id, ...query })
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(Readable.from(jsonOf(found, page), { objectMode: false }) as never)
    },
  })
}

/** In pieces, because the rows of a page may have tens of megabytes. */
async function* jsonOf(found: Import, { rows, total }: Awaited<ReturnType<typeof listImportRows>>) {
  yield `{"data":${JSON.stringify({ ...found, rowTotal: total }).slice(0, -1)},"rows":[`
  let separator = ''
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ','
  }
  yield ']}}'
}
