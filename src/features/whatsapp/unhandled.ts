import { count } from '../../core/metrics/metrics.ts'
import type { Log } from '../../core/process/log.ts'

/** Meta's words for what a callback can have: types of messages, fields of callbacks and of their values, statuses. */
// prettier-ignore
const KNOWN = new Set([
  'audio', 'button', 'contacts', 'document', 'edit', 'ephemeral', 'image', 'interactive', 'location', 'order', 'reaction',
  'request_welcome', 'revoke', 'sticker', 'system', 'text', 'unknown', 'unsupported', 'video', 'voice',
  'account_alerts', 'account_review_update', 'account_update', 'business_capability_update', 'business_username_update', 'calls',
  'errors', 'flows', 'groups', 'history', 'message_echoes', 'message_template_components_update', 'message_template_quality_update',
  'message_template_status_update', 'messaging_handovers', 'phone_number_name_update', 'phone_number_quality_update', 'pricing',
  'security', 'smb_app_state_sync', 'smb_message_echoes', 'statuses', 'template_category_update', 'user_id_update',
  'user_preferences', 'deleted', 'played', 'warning',
])

export type CountUnhandled = (words: string[]) => void

const INTERVAL = 60_000

/** By Meta's word for it; others are `other`. Logged are the counts alone, at most once a minute. */
export function unhandledCounter(log: Pick<Log, 'warn'>): CountUnhandled {
  let loggedAt = -Infinity
  const waiting = new Map<string, number>()
  return (words) => {
    if (words.length === 0) return
    for (const word of words) {
      const kind = KNOWN.has(word) ? word : 'other'
      count('unhandled', { kind })
      waiting.set(kind, (waiting.get(kind) ?? 0) + 1)
    }
    if (performance.now() - loggedAt < INTERVAL) return
    loggedAt = performance.now()
    log.warn({ kinds: Object.fromEntries(waiting) }, 'something of WhatsApp was not handled')
    waiting.clear()
  }
}
