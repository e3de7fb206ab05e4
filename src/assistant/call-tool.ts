import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors/errors.ts'
import type { CallContext } from './call-context.ts'
import { describeChanges } from './difference.ts'
import { CUSTOMER_TEXT_WARNING } from './instructions.ts'
import { planCall, type Arguments, type Plan } from './plan-call.ts'
import { askRest } from './rest-call.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** Plans the request, asks the REST API, and puts its answer as the tool's result. An error is a result too. */
export async function callTool(
  caller: FastifyRequest,
  definition: ToolDefinition,
  given: Arguments,
): Promise<CallToolResult> {
  let plan: Plan
  try {
    if (caller.limitError) throw caller.limitError
    plan = planCall(definition, given, isReadOnly(caller))
  } catch (error) {
    if (error instanceof ApiError) return failed(JSON.stringify(error.body))
    throw error
  }
  const context: CallContext = { tool: definition, dryRun: plan.dryRun }
  const { statusCode, payload } = await askRest(caller, plan.request, context)
  if (statusCode >= 400) return failed(payload)
  return context.changes ? rehearsed(context, payload) : done(definition, payload)
}

/** Whether the connection asked to be one that changes nothing. */
export const isReadOnly = ({ query }: FastifyRequest) => (query as { readonly?: string }).readonly === '1'

const failed = (body: string): CallToolResult => ({ isError: true, content: [text(body)] })

function done({ hasCustomerText }: ToolDefinition, body: string): CallToolResult {
  return {
    content: [body, ...(hasCustomerText ? [CUSTOMER_TEXT_WARNING] : [])].map(text),
    structuredContent: JSON.parse(body) as Record<string, unknown>,
  }
}

function rehearsed({ tool, changes }: CallContext, body: string): CallToolResult {
  const dryRun = { stored: false, changes: changes! }
  const structuredContent = { ...(JSON.parse(body) as object), dryRun }
  const effect = ({ POST: 'create', PUT: 'update', DELETE: 'delete', GET: 'update' } as const)[tool!.method]
  return {
    content: [text(JSON.stringify(structuredContent)), text(describeChanges(changes!, effect))],
    structuredContent,
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value })
