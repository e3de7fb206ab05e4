import { createHmac } from 'node:crypto'
import { readSessionCookie } from '../../sessions/cookie.ts'
import type { AccountContext } from '../page.ts'

/**
 * 256 bits that only this form of this session makes, and makes again when it is sent twice: what is shown once is then
 * the same for both, and nothing of it has to be stored. Random, because the session's token is.
 */
export const formSecret = ({ request }: AccountContext, key: string, content: unknown): Buffer =>
  createHmac('sha256', readSessionCookie(request)!)
    .update(JSON.stringify([request.url, key, content]))
    .digest()
