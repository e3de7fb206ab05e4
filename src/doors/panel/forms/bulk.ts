import { ApiError, userMessage } from '../../../core/errors/errors.ts'
import { defaultLanguage } from '../../../core/texts/language.ts'
import { joined, t, wordingIn, type Wording } from '../../../core/texts/text.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { PERSON_LIMIT } from '../../../features/sessions/lookup.ts'
import type { StoreContext } from '../page.ts'

/**
 * Counts the writes of a form as so many requests of the person. Without it one person writes a hundred times what its limit
 * allows, by forms of many products, and eight of them at once take the memory of other shops. @throws 429
 */
export async function countWrites({ app, reply, session }: StoreContext, writes: number): Promise<void> {
  const count = () => app.hits.count(PERSON_LIMIT, session.accountId)
  const hits = await Promise.all(Array.from({ length: writes }, count))
  if (hits.length > 0) applyLimit(reply, PERSON_LIMIT, hits.at(-1)!)
}

/** Runs an operation for each id, one after the other; those that the API rejects are counted, with its messages. */
export async function runForEach(
  context: StoreContext,
  ids: string[],
  operation: (id: string) => Promise<unknown>,
) {
  await countWrites(context, ids.length)
  const messages = new Map<string, Wording>()
  let done = 0
  for (const id of ids) {
    try {
      await operation(id)
      done++
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const message = userMessage(error)
      messages.set(wordingIn(message, defaultLanguage), message)
    }
  }
  const reasons = joined([...messages.values()], '. ')
  const n = ids.length - done
  const unchanged = t('{n, plural, one {# quedó como estaba} other {# quedaron como estaban}}: {reasons}.', {
    n,
    reasons,
  })
  return { done, unchanged: n === 0 ? '' : joined([' ', unchanged], ''), reasons: n === 0 ? '' : reasons }
}
