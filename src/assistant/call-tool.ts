import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors/errors.ts'
import type { CallContext } from './call-context.ts'
import { describeDryRun, describeWrite, type Change } from './difference.ts'
import { CUSTOMER_TEXT_WARNING } from './instructions.ts'
import { nextStep, type RestError } from './next-step.ts'
import { planCall, type Arguments, type Plan } from './plan-call.ts'
import { callRest } from './rest-call.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** Maps the call to a REST request, and the response to the tool's result. Errors are results too. */
export async function callTool(
  caller: FastifyRequest,
  definition: ToolDefinition,
  given: Arguments,
): Promise<CallToolResult> {
  let plan: Plan
  try {
    const { limitError } = caller
    caller.limitError = null // this result tells it
    if (limitError) throw limitError
    plan = planCall(definition, given, isReadOnly(caller))
  } catch (error) {
    if (error instanceof ApiError) return failed(definition, JSON.stringify(error.body))
    throw error
  }
  const context: CallContext = { tool: definition, dryRun: plan.dryRun }
  const { statusCode, payload } = await callRest(caller, plan.request, context)
  if (statusCode >= 400) return failed(definition, payload)
  if (plan.dryRun && context.changes) return dryRunResult(definition, payload, context.changes)
  return done(definition, plan.fields ? withFields(payload, plan.fields) : payload, context.changes)
}

/** Whether the connection is read-only (`readonly=1`). */
export const isReadOnly = ({ query }: FastifyRequest) => (query as { readonly?: string }).readonly === '1'

function failed(tool: ToolDefinition, body: string): CallToolResult {
  const error = JSON.parse(body) as RestError
  return { isError: true, content: [text(body), text(nextStep(tool, error))], structuredContent: error }
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
    ...(changes && tool.method !== 'POST' ? [describeWrite(changes, actionOf(tool))] : []),
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

const actionOf = ({ method }: ToolDefinition) =>
  ({ POST: 'create', PUT: 'update', DELETE: 'delete', GET: 'update' } as const)[method]

const text = (value: string) => ({ type: 'text' as const, text: value })
