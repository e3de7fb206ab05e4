import type { Static, TSchema } from 'typebox'
import type { Access, Caller } from '../auth/caller.ts'
import type { RequestStore } from '../auth/key-lookup.ts'
import type { Db, Sql, Tx } from '../database/db.ts'
import type { App } from '../http/app.ts'
import { compileValidator } from '../http/schema.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Input = {
  id?: string | undefined
  query?: object
  body?: unknown
  /** ETags of the only versions that a write may change. */
  ifMatch?: string | undefined
  /** The file of an upload; `body` has its hash, by which repeats are compared. */
  file?: UploadedFile | undefined
}

export type UploadedFile = {
  path: string
  sha256: string
  /** The first bytes, which tell the format. */
  head: Buffer
  size: number
  type: string
}

type Schema = TSchema | undefined
type Read<S extends Schema> = S extends TSchema ? Static<S> : undefined

export type Service = Pick<
  App,
  'sql' | 'publicUrl' | 'panelUrl' | 'shopsDomain' | 'config' | 'hits' | 'converter'
>

type Context<Q extends Schema = undefined, B extends Schema = undefined> = {
  id: string
  query: Read<Q>
  body: Read<B>
  ifMatch: string | undefined
  file: UploadedFile | undefined
  caller: Caller
  store: RequestStore
  accountId: string
  service: Service
}

type Declaration<R extends TSchema, Q extends Schema, B extends Schema, P, M extends Method> = Access & {
  id: string
  /** Below `/api/v1`. */
  rest: `${M} /${string}`
  summary: string
  description: string
  query?: Q
  body?: B
  /** The error codes that its kind does not imply; `412 CHANGED_SINCE` is a code with one of its statuses. */
  errors?: string[]
  response: { 200: R } | { 201: R }
  /** What a 201 names as its `Location`; by default the address with the id of the new resource. */
  location?(result: Static<R>): string
  /** A read whose result depends on the catalog alone: it is cached by the catalog's version. */
  cached?: true
  ifMatch?: true
  /** ms until a caller gets a 503, of a write that takes longer than others. */
  maxHandlerMs?: number
  /** Its writes are not recorded as changes of the store, such as the stock that a cancelled order gives back. */
  unrecorded?: true
  /** Runs before the transaction, for what must not hold one: other hosts, limits, pictures. */
  prepare?(context: Context<Q, B> & { sql: Db }): Promise<P>
  /** `sql` is the transaction of a write; a read has the pool, or the transaction of a tool's dry run. */
  run(
    context: Context<Q, B> & { sql: M extends 'GET' ? Sql : Tx; prepared: P },
  ): Static<R> | Promise<Static<R>>
}

/** Declared once for every door. A write runs in one transaction, which records who made it; a read runs on the pool. */
export type Operation<
  R extends TSchema = TSchema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  P = unknown,
> = Declaration<R, Q, B, P, Method> & {
  method: Method
  /** `/products/:id` */
  path: string
  /** Validates the query and the body, and normalises their texts. @throws 400 */
  validate(input: Input): { query: Read<Q>; body: Read<B> }
}

// oxlint-disable-next-line typescript/no-explicit-any -- its functions take what its own schemas say
export type AnyOperation = Operation<any, any, any, any>

export function operation<
  R extends TSchema,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  P = void,
  M extends Method = Method,
>(declared: Declaration<R, Q, B, P, M>): Operation<R, Q, B, P> {
  const [method, path] = declared.rest.split(' ') as [Method, string]
  const query = declared.query && compileValidator(declared.query, 'querystring')
  const body = declared.body && compileValidator(declared.body, 'body')
  return {
    ...declared,
    method,
    path,
    validate: (input) => ({
      query: checked(query, input.query ?? {}) as Read<Q>,
      body: checked(body, input.body) as Read<B>,
    }),
  }
}

function checked(validate: ReturnType<typeof compileValidator> | undefined, value: unknown): unknown {
  if (!validate) return undefined
  const result = validate(value)
  if ('error' in result) throw result.error
  return result.value
}

export const isRead = ({ method }: Pick<AnyOperation, 'method'>) => method === 'GET'
