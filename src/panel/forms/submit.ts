import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSecret } from '../../core/values/id.ts'
import { ApiError, type Issue } from '../../core/errors/errors.ts'
import { runStepsIdempotently } from '../../core/http/idempotency.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { callApi } from './call-api.ts'
import { VERSION } from './conflict.ts'
import { apiFields, lastOf, type FormFields } from './form-fields.ts'
import { formToJson, typedName } from './form-to-json.ts'
import { offerUndo } from './offer-undo.ts'
import type { Operation } from './operation.ts'
import type { AccountContext, ApiForm, Outcome, OwnForm, PublicContext, StoreContext, View } from '../page.ts'

/** The result of a form: its outcome, or the errors of the API by the names of the form's fields. */
export type Answer = { outcome: Outcome } | { refusal: ApiError; issues: Issue[] }

type Send<C> = (context: C, fields: FormFields) => Promise<Answer>

/** The work of a form that an operation of the API answers; its schema and scope are the operation's. */
export function apiSender<C extends PublicContext>(
  { method, address, schema }: Operation,
  path: string,
  form: ApiForm<C>,
): Send<C> {
  return async function send(context, fields) {
    const rows = new Map<string, string>()
    return answerOf(rows, async () => {
      const instead = await form.before?.(context, fields)
      if (instead) return instead
      const url = address.replace(':id', () => context.params['id'] ?? '')
      const named = apiFields(form.toApi?.(fields) ?? fields)
      const converted = schema && formToJson(schema, named, whereOf(context, method === 'PUT'))
      for (const [row, typed] of converted?.rows ?? []) rows.set(row, typed)
      const body = converted?.body
      const { session, store } = context as unknown as AccountContext
      const version = versionOf(method, fields)
      const headers = { ...version, ...idempotent(method, fields, [url, body, version]) }
      const call = { method, address: url, body, headers }
      const answer = await whenFinished(() => callApi(context.request, session, store, call))
      const { data } = answer.body
      const message = typeof form.done === 'string' ? form.done : form.done(data, context)
      const next = form.next?.(context, data) ?? fill(path, context.params)
      const undo = form.undo && store ? await offerUndo(context as unknown as StoreContext, next) : {}
      return { message, next, ...undo, ...(form.links && { links: form.links(context) }) }
    })
  }
}

/** The work of a form that is no operation of the API; its fields are checked by its own schema. */
export function ownSender<C extends PublicContext>(form: OwnForm<C>): Send<C> {
  const check = compileValidator(form.body, 'body')
  return async function send(context, fields) {
    const instead = await form.before?.(context, fields)
    if (instead) return { outcome: instead }
    const { body, rows } = formToJson(form.body, apiFields(fields), whereOf(context, false))
    return answerOf(rows, async () => {
      const checked = check(body)
      if ('error' in checked) throw checked.error
      const key = keyOf(fields) ?? newSecret(24)
      const work = () => form.run(context, checked.value, key)
      return whenFinished(() => (context.store || form.once ? runOnce(context, fields, work) : work()))
    })
  }
}

/** The outcome of a form is stored by its key: whoever sends it again is led to the same page. */
async function runOnce(context: PublicContext, fields: FormFields, work: () => Promise<Outcome>) {
  const key = keyOf(fields)
  if (!key) return work()
  const typed = [...apiFields(fields)]
  const accountId = context.session?.accountId ?? ''
  const place = {
    storeId: context.store?.id ?? accountId,
    scope: `form:${accountId}`,
    key: hashOf([key, context.request.url, typed]),
  }
  let outcome: Outcome | undefined
  const stored = await runStepsIdempotently(context.sql, place, async () => {
    outcome = await work()
    return isView(outcome) ? null : JSON.stringify(outcome)
  })
  return outcome ?? (JSON.parse(stored!) as Outcome)
}

/** Whether the outcome is a page to render, not a redirect. */
export const isView = (outcome: Outcome): outcome is View => 'main' in outcome

async function answerOf(rows: Map<string, string>, work: () => Promise<Outcome>): Promise<Answer> {
  try {
    return { outcome: await work() }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { refusal: error, issues: issuesOf(error, rows) }
  }
}

/** The field of an error whose details name none. */
const fieldOfCode: Record<string, string> = {
  DUPLICATE_SLUG: 'slug',
  SLUG_LIMIT_REACHED: 'slug',
  CURRENCY_LOCKED: 'currency',
  DUPLICATE_CODE: 'code',
  DUPLICATE_EMAIL: 'email',
}

function issuesOf({ body }: ApiError, rows: Map<string, string>): Issue[] {
  const issues = (body.details?.['issues'] as Issue[] | undefined) ?? []
  const field = fieldOfCode[body.code ?? '']
  if (field) return [{ field, reason: 'invalid', message: body.error }]
  return issues.map((issue) => ({ ...issue, field: typedName(rows, issue.field) }))
}

function whereOf({ store }: PublicContext, isChange: boolean) {
  return { currencyDigits: store?.currencyDigits ?? 2, timeZone: store?.timeZone ?? 'UTC', isChange }
}

/** The ETag that the form was rendered from, when it is sent with `If-Match`. */
function versionOf(method: string, fields: FormFields): Record<string, string> {
  const etag = method === 'PUT' ? lastOf(fields, VERSION) : undefined
  return etag && /^"[\w-]{1,64}"$/.test(etag) ? { 'if-match': etag } : {}
}

/**
 * The same form twice is one request, also when its page is gone back to. Changed and sent again it is another one. A
 * change of fields is the same however often it is made, and must be made again after another one: it has no key, unless
 * it is of one version, which it makes another.
 */
function idempotent(method: string, fields: FormFields, content: unknown[]): Record<string, string> {
  const key = lastOf(fields, '_key')
  const isPlainChange = method === 'PUT' && !lastOf(fields, VERSION)
  return isPlainChange || !key ? {} : idempotencyHeader(key, content)
}

/** For an operation of the API that a form's own work asks: once for each content of the form. */
export function idempotencyHeader(key: string, content: unknown): Record<string, string> {
  return isKey(key) ? { 'idempotency-key': `form ${key} ${hashOf(content)}` } : {}
}

/** The key that our page gave the form; null of a form that came with none, or with another text. */
function keyOf(fields: FormFields): string | null {
  const key = lastOf(fields, '_key')
  return isKey(key) ? key : null
}

const isKey = (key: string | undefined): key is string => /^[A-Za-z0-9]{10,64}$/.test(key ?? '')

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

const MAX_ATTEMPTS = 100
const POLL_INTERVAL = 150

/** A form that is sent again while the first one runs waits for it, and gets its result. */
async function whenFinished<T>(call: () => Promise<T>): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await call()
    } catch (error) {
      const isRunning = error instanceof ApiError && error.body.code === 'IDEMPOTENCY_IN_PROGRESS'
      if (!isRunning || n === MAX_ATTEMPTS) throw error
      await sleep(POLL_INTERVAL)
    }
  }
}

/** `/categorias/:id` with its parameters. */
export const fill = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
