import { createHash } from 'node:crypto'
import type { AnyOperation, Input } from '../../../core/operations/operation.ts'
import { newSecret } from '../../../core/values/id.ts'
import { ApiError, invalidAll, type Issue, issuesIn, userMessage } from '../../../core/errors/errors.ts'
import { runStepsOnce, waitWhileRunning } from '../../../core/http/stored-responses.ts'
import { compileValidator } from '../../../core/http/schema.ts'
import { flashIn } from '../flash.ts'
import { offerUndo, performAs, performOnceAs } from './perform.ts'
import { VERSION_FIELD } from './form.ts'
import { apiFields, lastOf, type FormFields, type FormFile } from './form-fields.ts'
import { formToJson, submittedName, type BodySchema } from './form-to-json.ts'
import type {
  AccountContext,
  OperationForm,
  Outcome,
  CustomForm,
  PublicContext,
  StoreContext,
  View,
} from '../page.ts'

/** The result of a form: its outcome, or the API's errors with the form's field names. */
export type FormResult = { outcome: Outcome } | { error: ApiError; issues: Issue[] }

/** For the same form that is being processed already. */
const MAX_WAIT_MS = 15_000

type Send<C> = (context: C, fields: FormFields) => Promise<FormResult>

export function operationSender<C extends PublicContext>(path: string, form: OperationForm<C>): Send<C> {
  const { operation } = form
  const schema = operation.body as BodySchema | undefined
  const isChange = operation.method === 'PUT'
  return async function send(context, fields) {
    const rows = new Map<string, string>()
    return resultOf(rows, async () => {
      const instead = await form.before?.(context, fields)
      if (instead) return instead
      const sent = (await form.toApi?.(fields, context)) ?? fields
      const named = apiFields(sent)
      const converted =
        schema &&
        formToJson(schema, named, { ...whereOf(context, isChange), percentages: form.percentages?.(named) })
      for (const [row, submitted] of converted?.rows ?? []) rows.set(row, submitted)
      rejectIssues(converted?.issues ?? [])
      const input = {
        id: context.params['id'],
        body: converted?.body,
        ifMatch: isChange ? versionOf(sent) : undefined,
      }
      const key = idempotencyKeyOf(operation, fields, {
        ...input,
        ifMatch: isChange ? versionOf(fields) : undefined,
      })
      const { data } = await waitWhileRunning(() => performForm(context, form, input, key), MAX_WAIT_MS)
      const message = typeof form.done === 'function' ? form.done(data, context, named) : form.done
      const next = form.next?.(context, data, fields) ?? fillPath(path, context.params)
      const undo =
        typeof form.undo === 'function'
          ? { undo: form.undo(context, data) }
          : form.undo && context.store
            ? await offerUndo(context as unknown as StoreContext, next)
            : {}
      return { message, next, ...undo, ...(form.links && { links: form.links(context, named, fields) }) }
    })
  }
}

function performForm<C extends PublicContext>(
  context: C,
  { operation, together }: OperationForm<C>,
  input: Input,
  key: string | null,
): Promise<{ data: Record<string, unknown> }> {
  const both = together?.(context, operation, input, key ?? newSecret(24))
  if (both) return both
  const person = context as unknown as AccountContext
  if (key) return performOnceAs(person, operation, input, key)
  return performAs(person, operation, input) as Promise<{ data: Record<string, unknown> }>
}

/** Runs a form's own handler, after validating the fields by its schema. */
export function customSender<C extends PublicContext>(form: CustomForm<C>): Send<C> {
  const check = compileValidator(form.body, 'body')
  return async function send(context, fields) {
    const instead = await form.before?.(context, fields)
    if (instead) return { outcome: instead }
    const named = apiFields(fields)
    const where = { ...whereOf(context, false), percentages: form.percentages?.(named) }
    const { body, rows, issues: unreadable } = formToJson(form.body, named, where)
    return resultOf(rows, async () => {
      rejectIssues(unreadable)
      const checked = check(body)
      if ('error' in checked) throw checked.error
      const key = keyOf(fields) ?? newSecret(24)
      const work = () => form.run(context, checked.value, key)
      return waitWhileRunning(
        () => (context.store || form.once ? runOnce(context, fields, work) : work()),
        MAX_WAIT_MS,
      )
    })
  }
}

/** Stores the outcome by the form's key: the same form sent again gets the same redirect. */
async function runOnce(context: PublicContext, fields: FormFields, work: () => Promise<Outcome>) {
  const key = keyOf(fields)
  if (!key) return work()
  const content = [...apiFields(fields), ...context.files.map((file) => [file.name, fingerprintOf(file)])]
  const accountId = context.session?.accountId ?? ''
  const place = {
    storeId: context.store?.id ?? accountId,
    scope: `form:${accountId}`,
    key: hashOf([key, context.request.url, content]),
  }
  let outcome: Outcome | undefined
  const stored = await runStepsOnce(context.sql, place, async () => {
    outcome = await work()
    return isView(outcome)
      ? null
      : JSON.stringify({ next: outcome.next, ...flashIn(context.request.language, outcome) })
  })
  return outcome ?? (JSON.parse(stored!) as Outcome)
}

export const isView = (outcome: Outcome): outcome is View => 'main' in outcome

function rejectIssues([first, ...rest]: Issue[]): void {
  if (first) throw invalidAll([first, ...rest])
}

async function resultOf(rows: Map<string, string>, work: () => Promise<Outcome>): Promise<FormResult> {
  try {
    return { outcome: await work() }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { error, issues: issuesOf(error, rows) }
  }
}

const fieldOfCode: Record<string, string> = {
  DUPLICATE_SLUG: 'slug',
  SLUG_LIMIT_REACHED: 'slug',
  CURRENCY_LOCKED: 'currency',
  DUPLICATE_CODE: 'code',
  DUPLICATE_EMAIL: 'email',
}

function issuesOf(error: ApiError, rows: Map<string, string>): Issue[] {
  const { body } = error
  const ofSku = body.code === 'DUPLICATE_SKU' ? (body.details?.['field'] as string) : undefined
  const field = fieldOfCode[body.code ?? ''] ?? ofSku
  const issues = field ? [{ field, reason: 'invalid', message: userMessage(error) }] : issuesIn(error)
  return issues.map((issue) => ({ ...issue, field: submittedName(rows, issue.field) }))
}

function whereOf({ store }: PublicContext, isChange: boolean) {
  return { currency: store?.currency ?? 'USD', timeZone: store?.timeZone ?? 'UTC', isChange }
}

function versionOf(fields: FormFields): string | undefined {
  const etag = lastOf(fields, VERSION_FIELD)
  return etag && /^"[\w-]{1,64}"$/.test(etag) ? etag : undefined
}

/**
 * The idempotency key: the same form with the same content is one request, also after going back to its page. A PUT has none,
 * because repeating it is harmless and must take effect again after another change; except with a version, where a repeat would
 * fail with 412, and with new rows, which a repeat would add once more.
 */
function idempotencyKeyOf(operation: AnyOperation, fields: FormFields, input: Input): string | null {
  const isHarmless = operation.method === 'PUT' && !input.ifMatch && !addsRows(operation, input)
  const key = keyOf(fields)
  return isHarmless || !key ? null : contentKey(key, input)
}

function addsRows({ body: schema }: AnyOperation, { body = {} }: Input): boolean {
  const lists = (schema as BodySchema | undefined)?.properties ?? {}
  return Object.entries(lists).some(([name, list]) => {
    const rows = (body as Record<string, unknown>)[name]
    const hasIds = 'id' in (list.items?.properties ?? {})
    return hasIds && Array.isArray(rows) && rows.some((row: object) => !('id' in row))
  })
}

export const contentKey = (key: string, content: unknown): string => `form ${key} ${hashOf(content)}`

function keyOf(fields: FormFields): string | null {
  const key = lastOf(fields, '_key') ?? ''
  return /^[A-Za-z0-9]{10,64}$/.test(key) ? key : null
}

/** Identifies a file of a form, to detect that another one was chosen. */
const fingerprintOf = ({ filename, upload }: FormFile) => [filename, upload?.sha256]

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/** `/categorias/:id` with its parameters. */
export const fillPath = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
