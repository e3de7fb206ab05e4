import type { Effect } from './tool.ts'

export type Change = { field: string; from: unknown; to: unknown }

/** The differences that a write makes to its subject, field by field: `variants.0.price`. */
export function differenceOf(before: object | null, after: object | null): Change[] {
  return compare('', before ?? undefined, after ?? undefined).filter((change) => !isVolatile(change))
}

/** Ids and times that the rehearsal generated: the real call generates others. */
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
