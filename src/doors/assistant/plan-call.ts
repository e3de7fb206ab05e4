import { forbidden, invalidAll, type Issue } from '../../core/errors/errors.ts'
import type { Input } from '../../core/operations/operation.ts'
import type { ToolDefinition } from './tool-definition.ts'
import { isWriting } from './tool.ts'
import { t } from '../../core/texts/text.ts'

export type Arguments = Record<string, unknown>
/** `fields`: the selected ones of the result, null for all. */
export type Plan = { input: Input; store: string | null; dryRun: boolean; fields: string[] | null }

/** @throws 400 with every issue when an argument can't become part of it, 403 when a read-only connection would write */
export function planCall(tool: ToolDefinition, given: Arguments, readOnly: boolean): Plan {
  if (readOnly && isWriting(tool)) throw forbidden(t('Esta conexión es de solo lectura (readonly=1)'))
  const { query, body } = split(tool, given)
  const issues = [...toolArgumentIssues(tool, given), ...queryIssues(tool, query)]
  if (issues.length > 0) {
    throw invalidAll([...issues, ...tool.validate(toStrings(query), structuredClone(body))] as [
      Issue,
      ...Issue[],
    ])
  }
  const { id, store, dryRun, fields } = given as ToolArguments
  return {
    dryRun: hasDryRun(tool) && dryRun === true,
    fields: fields?.length ? fields : null,
    store: store ?? null,
    input: { id, query: toStrings(query), ...(tool.body && { body }) },
  }
}

type ToolArguments = {
  id: string
  store?: string | null
  dryRun?: boolean | null
  fields?: string[] | null
}

/** Splits the arguments into query and body; unknown ones go where the schema rejects them. */
function split(tool: ToolDefinition, given: Arguments) {
  const fields = Object.entries(given).filter(([name]) => !isToolArgument(tool, name))
  const isOfBody = ([name]: [string, unknown]) => tool.body !== null && !tool.query.has(name)
  return {
    query: fields.filter((field) => !isOfBody(field) && field[1] !== null),
    body: Object.fromEntries(fields.filter(isOfBody)),
  }
}

function isToolArgument(tool: ToolDefinition, name: string): boolean {
  return (
    name === 'store' ||
    (name === 'id' && tool.id !== undefined) ||
    (name === 'dryRun' && hasDryRun(tool)) ||
    (name === 'fields' && tool.fields !== null)
  )
}

/** Whether `dryRun` performs and rolls back; an operation may have a dry run of its own. */
const hasDryRun = (tool: ToolDefinition) => isWriting(tool) && !tool.body?.has('dryRun')

function toolArgumentIssues(tool: ToolDefinition, { id, store, dryRun, fields }: Arguments): Issue[] {
  const issues: Issue[] = []
  const add = (field: string, reason: string, message: string) => issues.push({ field, reason, message })
  if (tool.id !== undefined) {
    if (id == null) add('id', 'required', 'Este campo es obligatorio')
    else if (typeof id !== 'string') add('id', 'type', 'Debe ser un texto')
  }
  if (store != null) {
    if (typeof store !== 'string') add('store', 'type', 'Debe ser un texto')
    else if (!/^[\x20-\x7e]{1,64}$/.test(store)) add('store', 'invalid', 'El valor no es válido')
  }
  if (hasDryRun(tool) && dryRun != null && typeof dryRun !== 'boolean') {
    add('dryRun', 'type', 'Debe ser verdadero o falso')
  }
  return [...issues, ...(tool.fields && fields != null ? fieldIssues(tool.fields, fields) : [])]
}

function fieldIssues(known: Set<string>, fields: unknown): Issue[] {
  if (!Array.isArray(fields)) return [{ field: 'fields', reason: 'type', message: 'Debe ser una lista' }]
  const foreign = fields.findIndex((name) => !known.has(name))
  const message = `Debe ser uno de: ${[...known].join(', ')}`
  return foreign < 0 ? [] : [{ field: `fields.${foreign}`, reason: 'enum', message }]
}

type Fields = [name: string, value: unknown][]

function queryIssues(tool: ToolDefinition, query: Fields): Issue[] {
  return query.flatMap(([field, value]) => {
    if (!tool.query.has(field)) return [{ field, reason: 'unknown_field', message: 'Este campo no existe' }]
    if (isScalar(value)) return []
    return [{ field, reason: 'type', message: 'Debe ser un texto, un número o verdadero o falso' }]
  })
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const toStrings = (query: Fields) =>
  Object.fromEntries(
    query.filter(([, value]) => isScalar(value)).map(([name, value]) => [name, String(value)]),
  )
