export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function listField(value: unknown, name: string): unknown[] {
  const list = field(value, name)
  return Array.isArray(list) ? list : []
}

/** Whether it can be a message id of the provider or a batch id of ours; other texts are not looked up. */
export const isMessageId = (id: unknown): id is string =>
  typeof id === 'string' && /^[\x21-\x7e]{1,500}$/.test(id)
