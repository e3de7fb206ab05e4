import { Type, type Static } from 'typebox'
import { plain } from '../../core/http/json-schema.ts'
import { compileValidator } from '../../core/http/schema.ts'
import type { UcpOperation } from './operation.ts'

/** Who calls; without it a tool has all capabilities, for assistants that have never heard of the protocol. */
const Meta = Type.Optional(
  Type.Object({
    'ucp-agent': Type.Optional(Type.Object({ profile: Type.String() })),
    'idempotency-key': Type.Optional(Type.String()),
  }),
)

/** The arguments of a tool; besides, it has the operation's body under its name. */
const Arguments = Type.Object({ meta: Meta, id: Type.Optional(Type.String()) })
export type Arguments = Static<typeof Arguments> & Record<string, unknown>

export type Tools = ReturnType<typeof toolsOf>

export function toolsOf(operations: UcpOperation[]) {
  return new Map(operations.map((operation) => [operation.tool, toolOf(operation)]))
}

function toolOf(operation: UcpOperation) {
  const { tool: name, rest, title, description, argument, body, isRead } = operation
  const input = Type.Object({
    ...(rest.includes(':id') && { id: Type.String({ description: 'El id del carrito' }) }),
    ...(argument && { [argument]: body! }),
    meta: Meta,
  })
  const listed = {
    name,
    title,
    description,
    inputSchema: plain(input),
    outputSchema: { type: 'object', properties: { ucp: { type: 'object' } }, required: ['ucp'] },
    annotations: { readOnlyHint: isRead, ...(!isRead && { destructiveHint: false }), openWorldHint: false },
  }
  return { operation, validate: compileValidator(input, 'body'), listed }
}
