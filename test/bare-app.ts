import type { Db } from '../src/core/database/db.ts'
import { createApp } from '../src/core/http/create-app.ts'
import { createLog } from '../src/core/process/log.ts'

type Options = Partial<Pick<Parameters<typeof createApp>[0], 'sql' | 'sendNotFound' | 'log' | 'https'>>

/** An application without routes, and without a database unless it is given one. */
export const bareApp = ({
  sql = {} as Db,
  sendNotFound = async () => {},
  log = createLog('silent'),
  https = null,
}: Options = {}) =>
  createApp({
    sql,
    publicUrl: 'http://tienda.test',
    panelUrl: 'http://tienda.test',
    shopsDomain: null,
    trustProxy: [],
    log,
    slowRequestMs: 1000,
    https,
    sendNotFound,
  })
