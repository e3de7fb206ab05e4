import { parse } from 'node:querystring'
import type { App } from '../core/http/app.ts'

/** Parses `application/x-www-form-urlencoded` bodies; repeated fields become lists. */
export function acceptForms(app: App) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, { ...parse(String(body), '&', '=', { maxKeys: 400 }) })
    },
  )
}
