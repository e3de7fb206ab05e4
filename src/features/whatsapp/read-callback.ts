import { field, listField } from './callback-fields.ts'
import { readMessages, wordOf } from './read-messages.ts'
import { readStatuses } from './statuses.ts'

const HEAD = new Set(['messaging_product', 'metadata', 'contacts', 'messages', 'statuses'])

/** What a callback has: messages, statuses, whose id is whose phone, and Meta's words for what is not understood. */
export function readCallback(callback: unknown, phoneNumberId: string | null) {
  const changes = listField(callback, 'entry').flatMap((entry) => listField(entry, 'changes'))
  const isOurs = (change: unknown) => (field(change, 'field') ?? 'messages') === 'messages'
  const values = changes.filter(isOurs).map((change) => field(change, 'value'))
  const written = values.map((value) => readMessages(value, phoneNumberId))
  const reported = values.map(readStatuses)
  return {
    messages: written
      .flatMap(({ messages }) => messages)
      .toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : a.sentAt > b.sentAt ? 1 : 0)),
    statuses: reported.flatMap(({ statuses }) => statuses),
    ties: [...written, ...reported].flatMap(({ ties }) => ties),
    unhandled: [
      ...(changes.length === 0 ? [''] : []),
      ...changes.filter((change) => !isOurs(change)).map((change) => wordOf(field(change, 'field'))),
      ...values.flatMap((value) => Object.keys(Object(value))).filter((name) => !HEAD.has(name)),
      ...[...written, ...reported].flatMap(({ unhandled }) => unhandled),
    ],
  }
}
