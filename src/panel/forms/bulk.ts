import { ApiError, userMessage } from '../../core/errors/errors.ts'
import { plural } from '../../storefront/format.ts'

/** Runs an operation for each id, one after the other; those that the API rejects are counted, with its messages. */
export async function runForEach(ids: string[], operation: (id: string) => Promise<unknown>) {
  const messages = new Set<string>()
  let done = 0
  for (const id of ids) {
    try {
      await operation(id)
      done++
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      messages.add(userMessage(error))
    }
  }
  return { done, unchanged: unchangedText(ids.length - done, messages) }
}

function unchangedText(count: number, messages: Set<string>): string {
  if (count === 0) return ''
  return ` ${plural(count, 'quedó como estaba', 'quedaron como estaban')}: ${[...messages].join('. ')}.`
}
