import { VitrinaError } from './errors.ts'
import { operations, type Operations } from './types.ts'

export { VitrinaError } from './errors.ts'
export { verifyWebhook, WebhookSignatureError } from './verify-webhook.ts'
export type * from './types.ts'

export type ClientOptions = {
  /** Where the service is, without `/api`. */
  baseUrl: string
  /** An API key; the public operations need none. */
  key?: string
  /** The store of a key that reaches several: its id or slug. */
  store?: string
  /** How often a request is tried again after 429, 5xx or a lost connection (3). */
  retries?: number
  /** The longest `Retry-After` that is waited for, in seconds (60); after a longer one the error is thrown. */
  maxWait?: number
  /** The longest that one try may take, in milliseconds (30,000). */
  timeout?: number
  /** Used instead of the global `fetch`, for example to go through a proxy or to add headers. */
  fetch?: typeof fetch
}

export type OperationId = keyof Operations

type CallOptions = {
  store?: string
  /** Generated for each POST by default; pass one to repeat a POST of an earlier process. */
  idempotencyKey?: string
  /** The `etagOf` the version that was read: if it changed since, the call fails with 412 `CHANGED_SINCE` and writes nothing. */
  ifMatch?: string | null
  signal?: AbortSignal
}
type BodyOf<Id extends OperationId> = Operations[Id]['body'] extends undefined
  ? { body?: undefined }
  : { body: Operations[Id]['body'] }

/** The parameters of path and query, beside the body. */
export type Input<Id extends OperationId> = Operations[Id]['params'] & BodyOf<Id> & CallOptions
export type Answer<Id extends OperationId> = Operations[Id]['answer']
type Arguments<Id extends OperationId> = object extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

type Methods = { [Id in OperationId]: (...input: Arguments<Id>) => Promise<Answer<Id>> }

type ListId = {
  [Id in OperationId]: Answer<Id> extends { data: unknown[]; total: number } ? Id : never
}[OperationId]
type ItemOf<Id extends ListId> = Answer<Id> extends { data: (infer Item)[] } ? Item : never

export type Client = Methods & {
  /** Every item of a list, page after page: `for await (const order of client.each('listOrders'))`. */
  each<Id extends ListId>(id: Id, ...input: Arguments<Id>): AsyncGenerator<ItemOf<Id>>
}

/** A client of the API: a method for each operation. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.keys(operations).map((id) => [
    id,
    (input: AnyInput = {}) => request(options, id as OperationId, input),
  ])
  return {
    ...Object.fromEntries(methods),
    each: (id: ListId, input: AnyInput = {}) => each(options, id, input),
  }
}

/** An input of any operation, once its type has been checked. */
type AnyInput = CallOptions & { body?: unknown; [parameter: string]: unknown }

async function* each(options: ClientOptions, id: ListId, input: AnyInput): AsyncGenerator<never> {
  const limit = Number(input['limit'] ?? 100)
  let offset = Number(input['offset'] ?? 0)
  for (;;) {
    const page = (await request(options, id, { ...input, limit, offset })) as { data: never[]; total: number }
    yield* page.data
    offset += page.data.length
    if (page.data.length === 0 || offset >= page.total) return
  }
}

async function request(options: ClientOptions, id: OperationId, input: AnyInput): Promise<unknown> {
  const { method } = operations[id]
  const prepared = { url: urlOf(options, id, input), init: initOf(options, method, input) }
  for (let failures = 0; ; failures++) {
    const outcome = await attempt(prepared, options, input.signal)
    if ('answer' in outcome) return outcome.answer
    const pause = retryDelay(outcome.error, failures, options)
    if (pause === null) throw outcome.error
    await wait(pause, input.signal)
  }
}

type Prepared = { url: URL; init: RequestInit }

function urlOf({ baseUrl }: ClientOptions, id: OperationId, input: AnyInput): URL {
  const {
    body: _body,
    store: _store,
    idempotencyKey: _key,
    ifMatch: _tag,
    signal: _signal,
    ...parameters
  } = input
  const path = operations[id].path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = parameters[name]
    delete parameters[name]
    return encodeURIComponent(String(value))
  })
  const url = new URL(baseUrl.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, `${value as string | number | boolean}`)
  }
  return url
}

function initOf(
  options: ClientOptions,
  method: string,
  { body, store, idempotencyKey, ifMatch }: AnyInput,
): RequestInit {
  const selectedStore = store ?? options.store
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(options.key && { authorization: `Bearer ${options.key}` }),
      ...(selectedStore && { 'service-store': selectedStore }),
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? newIdempotencyKey() }),
      ...(ifMatch && { 'if-match': ifMatch }),
      ...(body !== undefined && !hasFile(body) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: hasFile(body) ? formOf(body) : JSON.stringify(body) }),
  }
}

// Not `randomUUID`, which browsers have on https alone.
const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Whether the body has a file; it is then sent as `multipart/form-data`. */
const hasFile = (body: unknown): body is { file: Blob } =>
  typeof body === 'object' && body !== null && 'file' in body && body.file instanceof Blob

/** The fields as text, with the file last, because servers that parse a form as a stream need the fields before it. */
function formOf({ file, ...fields }: { file: Blob }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', file)
  return form
}

type Outcome = { answer: unknown } | { error: unknown }

async function attempt({ url, init }: Prepared, options: ClientOptions, signal?: AbortSignal) {
  const { timeout = 30_000, fetch: ask = fetch } = options
  const limits = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
  try {
    const response = await ask(url, { ...init, signal: AbortSignal.any(limits) })
    const text = await response.text()
    if (response.ok) return { answer: parseBody(text, response) } satisfies Outcome
    return { error: new VitrinaError(response, parsed(text)) } satisfies Outcome
  } catch (error) {
    signal?.throwIfAborted()
    return { error } satisfies Outcome
  }
}

/** A file as its text; anything else is JSON. */
const parseBody = (text: string, response: Response): unknown =>
  response.headers.get('content-type')?.startsWith('text/') ? text : withEtag(JSON.parse(text), response)

const etags = new WeakMap<object, string>()

function withEtag<T extends object>(answer: T, { headers }: Response): T {
  const etag = headers.get('etag')
  if (etag !== null) etags.set(answer, etag)
  return answer
}

/** The ETag that an answer of the client came with: `etagOf(await client.getProduct({ id }))`. */
export const etagOf = (answer: object): string | null => etags.get(answer) ?? null

function parsed(text: string): Record<string, never> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** How long to wait before the next try, in milliseconds; null when there is none. A POST carries its key: it may be repeated. */
function retryDelay(error: unknown, failures: number, { retries = 3, maxWait = 60 }: ClientOptions) {
  if (failures >= retries || !isRetryable(error)) return null
  const retryAfter = error instanceof VitrinaError ? error.retryAfter : null
  if (retryAfter !== null) return retryAfter > maxWait ? null : retryAfter * 1000
  return 250 * 2 ** failures * (0.5 + Math.random())
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof VitrinaError)) return true
  return error.status === 429 || error.status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS'
}

/** @throws the signal's reason once it is aborted */
function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
