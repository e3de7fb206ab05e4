import { createHash } from 'node:crypto'

/** The strong ETag of a body: the same bytes, the same tag. */
export const etagOf = (body: string | Buffer) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether an `If-Match` header names one of these ETags. The comparison is strong: a weak tag matches none. */
export const isMatch = (header: string, etags: string[]) =>
  header.split(',').some((tag) => tag.trim() === '*' || etags.includes(tag.trim()))
