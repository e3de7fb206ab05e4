import type { Db } from '../src/core/database/db.ts'
import { createApp } from '../src/core/http/create-app.ts'
import { createLog } from '../src/core/process/log.ts'

type Options = Partial<Pick<Parameters<typeof createApp>[0], 'sql' | 'sendNotFound'>>

/** An application without routes, and without a database unless it is given one. */
export const bareApp = ({ sql = {} as Db, sendNotFound = async () => {} }: Options = {}) =>
  createApp({
    sql,
    publicUrl: 'http://tienda.test',
    panelUrl: 'http://tienda.test',
    trustProxy: [],
    log: createLog('silent'),
    slowRequestMs: 1000,
    https: null,
    sendNotFound,
  })
