import { parse } from 'node:querystring'
import type { App } from '../core/http/app.ts'

/** The cart's lines with a product's 500 choices. */
const MAX_FIELDS = 1000

/** Parses `application/x-www-form-urlencoded` bodies; repeated fields become lists. */
export function acceptForms(app: App) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, { ...parse(String(body), '&', '=', { maxKeys: MAX_FIELDS }) })
    },
  )
}
