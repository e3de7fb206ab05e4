import { Type } from 'typebox'
import type { Scope } from '../auth/scopes.ts'
import { listOf, Page, toPage } from '../http/page.ts'
import { Body, dataOf, Deleted, PartialBody } from '../http/schema.ts'
import { operation } from '../operations/operation.ts'
import type {
  AnyDeclaration,
  Changes,
  Declaration,
  Input,
  ResourceFields,
  Row,
  Shapes,
} from './declaration.ts'
import { phrasesOf, shownOf, writableOf } from './field.ts'
import { workOf } from './work.ts'

/** Its five operations, and what they do for those who are in a transaction already. */
export function resource<
  const F extends ResourceFields,
  Locked,
  const One extends string,
  const Table extends string,
  C extends string = never,
>(declared: Declaration<F, C, Locked, One, Table>) {
  const own = declared as unknown as AnyDeclaration
  const schemas = schemasOf<Of<F, C>>(own)
  const work = workOf<Of<F, C>>(own)
  const operations = {
    ...readsOf<Of<F, C>>(own, schemas, work),
    ...changesOf<Of<F, C>>(own, schemas, work),
    delete: deletionOf(own, work.remove),
  }
  const record = recordOf(declared)
  return { ...work, ...operations, record, NewBody: schemas.Input, operations: Object.values(operations) }
}

/** How its changes are recorded: under which name, who may see and undo them, and in what words. */
const recordOf = <One extends string, Table extends string>({
  id,
  table,
  scope,
  recordedAs,
  fields,
}: Pick<AnyDeclaration, 'scope' | 'recordedAs' | 'fields'> & { id: { one: One }; table: Table }) => ({
  table,
  resource: (id.one[0]!.toLowerCase() + id.one.slice(1)) as Uncapitalize<One>,
  read: `${scope}:read` as Scope,
  write: `${scope}:write` as Scope,
  isUndoable: true as const,
  words: recordedAs,
  phrases: phrasesOf(fields),
})

export type RowOf<R extends { find: unknown }> = R extends { find(...args: never): Promise<infer Found> }
  ? Found
  : never

type Of<F extends ResourceFields, C extends string> = {
  row: Row<F, C>
  input: Input<F>
  changes: Changes<F>
}
type Schemas<S extends Shapes> = ReturnType<typeof schemasOf<S>>
type Work<S extends Shapes> = ReturnType<typeof workOf<S>>

function schemasOf<S extends Shapes>({ id, words, fields, counts }: AnyDeclaration) {
  const all = Object.entries(fields)
  const inputs = all.map(([name, { schema, required }]) => [name, required ? schema : Type.Optional(schema)])
  const changes = all.filter(([, { fixed }]) => !fixed)
  const time = Type.String({ format: 'date-time' })
  const noun = words.one.slice(words.one.indexOf(' ') + 1)
  return {
    Shown: Type.Unsafe<S['row']>(
      Type.Object(
        { id: Type.String(), ...shownOf(fields), ...counts, createdAt: time, updatedAt: time },
        { title: id.one, description: noun[0]!.toUpperCase() + noun.slice(1) },
      ),
    ),
    Input: Type.Unsafe<S['input']>(Body(Object.fromEntries(inputs))),
    Changes: Type.Unsafe<S['changes']>(PartialBody(writableOf(Object.fromEntries(changes)))),
  }
}

function readsOf<S extends Shapes>(
  { id, path, scope, words, descriptions, cached }: AnyDeclaration,
  { Shown }: Schemas<S>,
  { page, find }: Work<S>,
) {
  const access = { scope: `${scope}:read` as Scope, ...(cached && { cached }) }
  return {
    list: operation({
      ...access,
      id: `list${id.many}`,
      rest: `GET ${path}`,
      summary: `Listar ${words.many}`,
      description: descriptions.list,
      query: Page,
      response: { 200: listOf(Shown) },
      run: async ({ sql, store, query }) => toPage(query, await page(sql, store.id, query)),
    }),
    get: operation({
      ...access,
      id: `get${id.one}`,
      rest: `GET ${path}/:id`,
      summary: `Leer ${words.one}`,
      description: descriptions.get,
      response: { 200: dataOf(Shown) },
      run: async ({ sql, store, id: one }) => ({ data: await find(sql, store.id, one) }),
    }),
  }
}

function changesOf<S extends Shapes>(
  { id, path, scope: of, words, descriptions, errors = {}, ifMatch }: AnyDeclaration,
  { Shown, ...bodies }: Schemas<S>,
  { add, change }: Work<S>,
) {
  const scope = `${of}:write` as Scope
  return {
    create: operation({
      id: `create${id.one}`,
      rest: `POST ${path}`,
      scope,
      summary: `Crear ${words.one}`,
      description: descriptions.create,
      body: bodies.Input,
      ...(errors.create && { errors: errors.create }),
      response: { 201: dataOf(Shown) },
      run: async ({ sql, store, body }) => ({ data: await add(sql, store.id, body) }),
    }),
    update: operation({
      id: `update${id.one}`,
      rest: `PUT ${path}/:id`,
      scope,
      ...(ifMatch && { ifMatch }),
      summary: `Cambiar ${words.one}`,
      description: descriptions.update,
      body: bodies.Changes,
      ...(errors.update && { errors: errors.update }),
      response: { 200: dataOf(Shown) },
      run: async ({ sql, store, id: one, body, ifMatch: etags }) => ({
        data: await change(sql, { storeId: store.id, id: one }, body, etags),
      }),
    }),
  }
}

const deletionOf = (
  { id, path, scope, words, descriptions }: AnyDeclaration,
  remove: ReturnType<typeof workOf>['remove'],
) =>
  operation({
    id: `delete${id.one}`,
    rest: `DELETE ${path}/:id`,
    scope: `${scope}:write` as Scope,
    summary: `Eliminar ${words.one}`,
    description: descriptions.delete,
    response: { 200: Deleted },
    run: async ({ sql, store, id: one }) => ({ data: await remove(sql, store.id, one) }),
  })
