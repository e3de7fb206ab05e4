import { parse } from 'node:querystring'
import type { App } from '../core/http/app.ts'

/** Lets the routes of a zone take what a plain HTML form sends. A field that is there twice is a list. */
export function acceptForms(app: App) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, { ...parse(String(body), '&', '=', { maxKeys: 400 }) })
    },
  )
}
