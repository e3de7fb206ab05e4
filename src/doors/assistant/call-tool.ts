import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../core/auth/caller.ts'
import { errorResponse } from '../../core/http/send-error.ts'
import { perform, performCached, prepare, writesOf } from '../../core/operations/perform.ts'
import { callerFor } from './caller.ts'
import { CUSTOMER_TEXT_WARNING } from './instructions.ts'
import { nextStep, type RestError } from './next-step.ts'
import { planCall, type Arguments, type Plan } from './plan-call.ts'
import type { ToolDefinition } from './tool-definition.ts'
import { effectOf, isWriting, type Effect } from './tool.ts'

export async function callTool(
  request: FastifyRequest,
  definition: ToolDefinition,
  given: Arguments,
): Promise<CallToolResult> {
  const { operation } = definition
  try {
    const { limitError } = request
    request.limitError = null // this result tells it
    if (limitError) throw limitError
    const plan = planCall(definition, given, isReadOnly(request))
    const started = performance.now()
    const caller = await callerFor(request, plan.store, operation)
    const result = await (isWriting(definition) ? write : read)(request, definition, caller, plan)
    request.server.keyRequests.note(caller.key, operation, plan.input, {
      status: 200,
      ms: performance.now() - started,
    })
    return result
  } catch (error) {
    const { status, body } = errorResponse(error as Error, request)
    request.server.keyRequests.note(request.key, operation, {}, { status, ms: 0 })
    return failed(definition, body)
  }
}

async function read(
  { server }: FastifyRequest,
  definition: ToolDefinition,
  caller: Caller,
  { input, fields }: Plan,
): Promise<CallToolResult> {
  const { operation } = definition
  const body = operation.cached
    ? (await performCached(server, operation, caller, input)).body.toString()
    : JSON.stringify(await perform(server, operation, caller, input))
  return done(definition, withFields(body, fields))
}

const rollback = new Error('a dry run is rolled back')

/** Performs a write and computes what it changed, in a transaction that a dry run rolls back. */
async function write(
  request: FastifyRequest,
  definition: ToolDefinition,
  caller: Caller,
  { input, dryRun, fields }: Plan,
): Promise<CallToolResult> {
  const { server } = request
  const { operation, before: readBefore } = definition
  const run = await prepare(server, operation, caller, input)
  let body = ''
  let changes: Change[] = []
  try {
    await writesOf(server, operation, caller).begin(async (tx) => {
      const before = (await readBefore?.(tx, caller.store!.id, input.id ?? '', server)) ?? null
      const result = (await run(tx)) as { data: object }
      changes = differenceOf(before, effectOf(definition) === 'delete' ? null : result.data)
      body = withFields(JSON.stringify(result), fields)
      if (dryRun) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
    return dryRunResult(definition, body, changes)
  }
  request.mayHaveWritten = true
  return done(definition, body, changes)
}

type Query = { readonly?: string; tools?: string }

export const isReadOnly = ({ query }: FastifyRequest) => (query as Query).readonly === '1'

export const hasAllTools = ({ query }: FastifyRequest) => (query as Query).tools === 'all'

function failed(tool: ToolDefinition, error: RestError): CallToolResult {
  return {
    isError: true,
    content: [text(JSON.stringify(error)), text(nextStep(tool, error))],
    structuredContent: error,
  }
}

function withFields(body: string, fields: string[] | null): string {
  if (!fields) return body
  const { data, ...page } = JSON.parse(body) as { data: Fields | Fields[] }
  const names = new Set(['id', ...fields])
  const selected = (item: Fields) =>
    Object.fromEntries([...names].filter((name) => name in item).map((name) => [name, item[name]]))
  return JSON.stringify({ data: Array.isArray(data) ? data.map(selected) : selected(data), ...page })
}

type Fields = Record<string, unknown>

/** The result of a successful call, with the effect of a write; a created resource is in the response already. */
function done(tool: ToolDefinition, body: string, changes?: Change[]): CallToolResult {
  const notes = [
    ...(tool.hasCustomerText ? [CUSTOMER_TEXT_WARNING] : []),
    ...(changes && tool.before ? [describeWrite(changes, effectOf(tool))] : []),
  ]
  return {
    content: [body, ...notes].map(text),
    structuredContent: JSON.parse(body) as Record<string, unknown>,
  }
}

function dryRunResult(tool: ToolDefinition, body: string, changes: Change[]): CallToolResult {
  const dryRun = { stored: false, changes }
  const structuredContent = { ...(JSON.parse(body) as object), dryRun }
  return {
    content: [text(JSON.stringify(structuredContent)), text(describeDryRun(changes, effectOf(tool)))],
    structuredContent,
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value })

type Change = { field: string; from: unknown; to: unknown }

/** The differences that a write makes to its subject, field by field: `variants.0.price`. */
export function differenceOf(before: object | null, after: object | null): Change[] {
  return compare('', before ?? undefined, after ?? undefined).filter((change) => !isVolatile(change))
}

/** Ids and times that the dry run generated: the real call generates others. */
function isVolatile({ field, from, to }: Change): boolean {
  if (from === null && to === null) return true
  return field === 'createdAt' || field === 'updatedAt' || (/(^|\.)id$/.test(field) && from === null)
}

function compare(field: string, from: unknown, to: unknown): Change[] {
  if (Object.is(from, to)) return []
  if (!isPart(from) && !isPart(to)) return [{ field, from: from ?? null, to: to ?? null }]
  if (isLeaf(from) || isLeaf(to)) return [{ field, from, to }]
  const [a, b] = [partsOf(from), partsOf(to)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    compare(field ? `${field}.${name}` : name, a[name], b[name]),
  )
}

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null
const isLeaf = (value: unknown) => !isPart(value) && value !== undefined
const partsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>

export function describeDryRun(changes: Change[], effect: Effect): string {
  if (changes.length === 0) return 'Ensayo: no se guardó nada, y la llamada real tampoco cambiaría nada.'
  const would = { create: 'Se crearía', update: 'Cambiaría', delete: 'Se borraría' }[effect]
  return `Ensayo: no se guardó nada.\n${would}:\n${linesOf(changes, effect)}`
}

export function describeWrite(changes: Change[], effect: Effect): string {
  if (changes.length === 0) return 'Nada cambió: ya estaba así.'
  const did = { create: 'Se creó', update: 'Cambió', delete: 'Se borró' }[effect]
  return `${did}:\n${linesOf(changes, effect)}`
}

const MAX_LINES = 30

function linesOf(changes: Change[], effect: Effect): string {
  const more = changes.length - MAX_LINES
  const lines = changes.slice(0, MAX_LINES).map((change) => `- ${line(change, effect)}`)
  return [...lines, ...(more > 0 ? [`- … y ${more} más`] : [])].join('\n')
}

function line({ field, from, to }: Change, effect: Effect): string {
  if (effect === 'create') return `${field}: ${show(to)}`
  if (effect === 'delete') return `${field}: ${show(from)}`
  return `${field}: ${show(from)} → ${show(to)}`
}

const show = (value: unknown) => (value == null ? 'nada' : JSON.stringify(value))
