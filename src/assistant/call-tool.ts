import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../core/auth/caller.ts'
import { errorResponse } from '../core/http/send-error.ts'
import { perform, performCached, prepare, writesOf } from '../core/operations/perform.ts'
import { callerFor } from './caller.ts'
import { describeDryRun, describeWrite, differenceOf, type Change } from './difference.ts'
import { CUSTOMER_TEXT_WARNING } from './instructions.ts'
import { nextStep, type RestError } from './next-step.ts'
import { planCall, type Arguments, type Plan } from './plan-call.ts'
import type { ToolDefinition } from './tool-definition.ts'
import { isWriting } from './tool.ts'

/** Performs the tool's operation, and maps its result or its error to the tool's result. */
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
    request.server.keyRequests.note(caller.key, operation, plan.input, 200, performance.now() - started)
    return result
  } catch (error) {
    const { status, body } = errorResponse(error as Error, request)
    request.server.keyRequests.note(request.key, operation, {}, status, 0)
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
  return done(definition, fields ? withFields(body, fields) : body)
}

const rollback = new Error('a dry run is rolled back')

/** Performs a write and computes what it changed, in a transaction that a dry run rolls back. */
async function write(
  request: FastifyRequest,
  definition: ToolDefinition,
  caller: Caller,
  { input, dryRun }: Plan,
): Promise<CallToolResult> {
  const { server } = request
  const { operation, before: readBefore } = definition
  const run = await prepare(server, operation, caller, input)
  let body = ''
  let changes: Change[] = []
  try {
    await writesOf(server, operation, caller).begin(async (tx) => {
      const before = (await readBefore?.(tx, caller.store!.id, input.id ?? '', server.publicUrl)) ?? null
      const result = (await run(tx)) as { data: object }
      changes = differenceOf(before, operation.method === 'DELETE' ? null : result.data)
      body = JSON.stringify(result)
      if (dryRun) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
    return dryRunResult(definition, body, changes)
  }
  request.mayHaveWritten = true
  return done(definition, body, changes)
}

/** Whether the connection is read-only (`readonly=1`). */
export const isReadOnly = ({ query }: FastifyRequest) => (query as { readonly?: string }).readonly === '1'

function failed(tool: ToolDefinition, error: RestError): CallToolResult {
  return {
    isError: true,
    content: [text(JSON.stringify(error)), text(nextStep(tool, error))],
    structuredContent: error,
  }
}

/** The page with only the selected fields of each item, and its id. */
function withFields(body: string, fields: string[]): string {
  const { data, ...page } = JSON.parse(body) as { data: Record<string, unknown>[] }
  const names = [...new Set(['id', ...fields])]
  const shown = data.map((item) => Object.fromEntries(names.map((name) => [name, item[name]])))
  return JSON.stringify({ data: shown, ...page })
}

/** The result of a successful call, with the effect of a write; a created resource is in the response already. */
function done(tool: ToolDefinition, body: string, changes?: Change[]): CallToolResult {
  const notes = [
    ...(tool.hasCustomerText ? [CUSTOMER_TEXT_WARNING] : []),
    ...(changes && tool.operation.method !== 'POST' ? [describeWrite(changes, actionOf(tool))] : []),
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
    content: [text(JSON.stringify(structuredContent)), text(describeDryRun(changes, actionOf(tool)))],
    structuredContent,
  }
}

const actionOf = ({ operation: { method } }: ToolDefinition) =>
  ({ POST: 'create', PUT: 'update', DELETE: 'delete', GET: 'update' } as const)[method]

const text = (value: string) => ({ type: 'text' as const, text: value })
