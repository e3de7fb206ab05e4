import type { Conversation, Reply } from './conversation.ts'

/**
 * What anybody may write, an owner or not: words about messages to their number, and codes.
 * @returns undefined where the message is none of it
 */
export async function replyToAnybody(
  _conversation: Conversation,
  _isOwner: boolean,
): Promise<Reply | undefined> {
  return undefined
}
