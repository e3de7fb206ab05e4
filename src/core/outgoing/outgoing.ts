import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import {
  forbiddenDestination,
  ForbiddenDestination,
  isPublic,
  ipLiteral,
  publicLookup,
  type Resolve,
} from './destination.ts'
import { codeOf } from '../errors/start-error.ts'

type Get = { url: string; headers: Record<string, string>; signal?: AbortSignal }
type Post = Get & { body: string | Buffer }

export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  duration: number
}

/** No response. It is unknown whether the request arrived. */
export class NoReply extends Error {
  override name = 'NoReply'
  readonly why: 'timeout' | 'refused' | 'unknown_host' | 'tls' | 'forbidden' | 'interrupted' | 'connection'
  readonly duration: number

  constructor(why: NoReply['why'], duration: number, cause: unknown) {
    super(`No reply: ${why}`, { cause })
    this.why = why
    this.duration = duration
  }
}

export type HttpClient = { get(get: Get): Promise<Reply>; post(post: Post): Promise<Reply>; close(): void }

type Receive<T> = (body: Readable) => Promise<T>

type Options = {
  /** Public addresses only: for every address that a customer chose. */
  publicOnly: boolean
  resolve?: Resolve
  /** ms, from the start to the last byte. */
  timeout?: number
  /** Of a body, but for downloads; 64 KiB where nothing is said. */
  maxBytes?: number
}

const TIMEOUT = 15_000
const MAX_REDIRECTS = 3

/** No redirects (except downloads), no proxies, bounded time and size; `publicOnly` is checked when connecting. */
export function createHttpClient({ maxBytes = 64 * 1024, ...options }: Options): HttpClient {
  const { open, close } = lazyPool(options)
  const limits = { timeout: TIMEOUT, ...options, maxBytes }
  const exchange = async (request: Get | Post) => send(await open(), request, limits)
  return { get: exchange, post: exchange, close }
}

export function createDownloader({ publicOnly, resolve, timeout = TIMEOUT }: Options) {
  const { open, close } = lazyPool({ publicOnly, resolve, timeout })
  return {
    /** What `receive` makes of the body of a 200; null for any other response. @throws NoReply, or what `receive` throws */
    download: async <T>(url: string, receive: Receive<T>) => download(await open(), url, receive, timeout),
    close,
  }
}

/** The connection pool, created on first use, when undici is loaded too (70 ms, 20 MiB). */
function lazyPool(options: Options) {
  let agent: Promise<Agent> | undefined
  return {
    open: () => (agent ??= agentOf(options)),
    close: () => void agent?.then((opened) => opened.destroy()).catch(() => {}),
  }
}

async function agentOf({ publicOnly, resolve, timeout = TIMEOUT }: Options): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: publicOnly
      ? publicConnector(buildConnector({ timeout, lookup: publicLookup(resolve) }))
      : { timeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 32 * 1024,
  })
}

// `net.connect` makes no lookup for IP literals, so they are checked here.
function publicConnector(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const literal = ipLiteral(options.hostname)
    if (literal && !isPublic(literal)) return callback(forbiddenDestination(literal), null)
    connect(options, callback)
  }
}

type Limits = { timeout: number; maxBytes: number }
async function send(agent: Dispatcher, request: Get | Post, { timeout, maxBytes }: Limits): Promise<Reply> {
  const { url, headers, signal } = request
  const body = 'body' in request ? request.body : null
  if (signal?.aborted) throw new NoReply('interrupted', 0, signal.reason)
  const begun = performance.now()
  const duration = () => Math.round(performance.now() - begun)
  const response = responseReader(maxBytes)
  let late = false
  const deadline = setTimeout(() => {
    late = true
    response.abort()
  }, timeout)
  signal?.addEventListener('abort', response.abort)
  try {
    const { origin, pathname, search } = new URL(url)
    const method = body === null ? 'GET' : 'POST'
    agent.dispatch({ origin, path: pathname + search, method, headers, body }, response.handler)
    return { ...(await response.read), duration: duration() }
  } catch (error) {
    const why = late ? 'timeout' : reasonOf(error)
    throw new NoReply(signal?.aborted ? 'interrupted' : why, duration(), error)
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', response.abort)
  }
}

/**
 * Reads the head and up to `maxBytes` of a response; one that breaks off after its head is returned with what arrived. A raw
 * undici handler, because streams and signals cost as much as the request itself.
 */
function responseReader(maxBytes: number) {
  const { promise: read, resolve, reject } = Promise.withResolvers<Omit<Reply, 'duration'>>()
  const chunks: Buffer[] = []
  let head: Pick<Reply, 'status' | 'headers'> | undefined
  let length = 0
  let connection: Dispatcher.DispatchController | undefined
  let abortReason: Error | undefined

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      connection = controller
      if (abortReason) controller.abort(abortReason)
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) head = { status, headers }
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) controller.abort(new Error('Enough'))
    },
    onResponseEnd: () => end(null),
    onResponseError: (_controller, error) => end(error),
  }
  return { read, handler, abort }

  /** Rejects at once: undici aborts only after it has connected, and the DNS lookup may take long. */
  function abort() {
    abortReason = new Error('Given up')
    connection?.abort(abortReason)
    end(abortReason)
  }

  function end(error: Error | null) {
    if (!head) return reject(error)
    resolve({ ...head, body: Buffer.concat(chunks).subarray(0, maxBytes).toString() })
  }
}

async function download<T>(
  agent: Dispatcher,
  url: string,
  receive: Receive<T>,
  timeout: number,
): Promise<T | null> {
  const begun = performance.now()
  const signal = AbortSignal.timeout(timeout)
  let received: Dispatcher.ResponseData['body'] | undefined
  try {
    const { statusCode, body } = await request(agent, url, signal)
    received = body
    if (statusCode === 200) return await receive(body)
    await body.dump()
    return null
  } catch (error) {
    const isReceivers = received && !received.errored && !signal.aborted
    if (isReceivers) throw error
    const duration = Math.round(performance.now() - begun)
    throw new NoReply(signal.aborted ? 'timeout' : reasonOf(error), duration, error)
  } finally {
    received?.destroy()
  }
}

/** Follows redirects; the connector checks the address of each hop. */
async function request(agent: Dispatcher, url: string, signal: AbortSignal, left = MAX_REDIRECTS) {
  const { origin, pathname, search } = new URL(url)
  const reply = await Promise.race([
    agent.request({ origin, path: pathname + search, method: 'GET', signal }),
    rejectOnAbort(signal),
  ])
  const next = left > 0 ? redirectTarget(url, reply) : null
  if (!next) return reply
  await reply.body.dump()
  return request(agent, next, signal, left - 1)
}

/** The target of a redirect; null for any other response, and for redirects from https to http or to another scheme. */
function redirectTarget(url: string, { statusCode, headers }: Dispatcher.ResponseData): string | null {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string') return null
  const next = URL.parse(location, url)
  const stays = next?.protocol === 'https:' || (next?.protocol === 'http:' && url.startsWith('http:'))
  return stays ? next.href : null
}

/** Rejects on abort: undici aborts only after it has connected, and the DNS lookup may take long. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function reasonOf(error: unknown): NoReply['why'] {
  if (error instanceof ForbiddenDestination) return 'forbidden'
  const code = codeOf(error)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (/^ERR_TLS|^ERR_SSL|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code)) return 'tls'
  return 'connection'
}

/** The seconds of a `Retry-After` header; null when it is missing or invalid. */
export function retryAfter({ headers }: Pick<Reply, 'headers'>): number | null {
  const text = String(headers['retry-after'] ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
