export type Change = { field: string; from: unknown; to: unknown }

/** What a write does to its subject, field by field: `variants.0.price`. */
export function differenceOf(before: object | null, after: object | null): Change[] {
  return compare('', before ?? undefined, after ?? undefined).filter((change) => !isOfTheMoment(change))
}

/** The time of a rehearsal, and the ids that it drew: the real call has others. */
function isOfTheMoment({ field, from, to }: Change): boolean {
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
/** A value where the other side has parts. */
const isLeaf = (value: unknown) => !isPart(value) && value !== undefined
const partsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>

/** The same for people. */
export function describeChanges(changes: Change[], effect: 'create' | 'update' | 'delete'): string {
  if (changes.length === 0) return 'Ensayo: no se guardó nada, y la llamada real tampoco cambiaría nada.'
  const will = { create: 'Se crearía', update: 'Cambiaría', delete: 'Se borraría' }[effect]
  return [
    'Ensayo: no se guardó nada.',
    `${will}:`,
    ...changes.map((change) => `- ${line(change, effect)}`),
  ].join('\n')
}

function line({ field, from, to }: Change, effect: 'create' | 'update' | 'delete'): string {
  if (effect === 'create') return `${field}: ${show(to)}`
  if (effect === 'delete') return `${field}: ${show(from)}`
  return `${field}: ${show(from)} → ${show(to)}`
}

const show = (value: unknown) => (value == null ? 'nada' : JSON.stringify(value))
