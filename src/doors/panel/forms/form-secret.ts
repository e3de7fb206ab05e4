import { createHmac } from 'node:crypto'
import { readSessionCookie } from '../../../features/sessions/cookie.ts'
import type { AccountContext } from '../page.ts'

/**
 * 256 bits derived from the session's token and the form's key. A form that is sent twice gets the same secret, so that what is
 * shown once is the same in both responses without being stored.
 */
export const formSecret = ({ request }: AccountContext, key: string, content: unknown): Buffer =>
  createHmac('sha256', readSessionCookie(request)!)
    .update(JSON.stringify([request.url, key, content]))
    .digest()
