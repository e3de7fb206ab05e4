import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from '../http/app.ts'
import type { Db } from '../database/db.ts'
import { createLog } from './log.ts'

suite('the log', () => {
  test('does not quote the address of a request that was answered too late', async () => {
    let written = ''
    const log = createLog('info', { write: (line) => void (written += line) })
    const app = createApp({
      sql: {} as Db,
      publicUrl: 'http://tienda.test',
      panelUrl: 'http://tienda.test',
      trustProxy: [],
      log,
      slowRequestMs: 1000,
      https: null,
      sendNotFound: async () => {},
    })
    const late = async () => {
      await wait(60)
      return { data: [] }
    }
    app.get('/late', { config: { maxHandlerMs: 20 } }, late)
    assert.equal((await app.inject('/late?search=Ana+Morales')).statusCode, 503)
    await wait(100)
    await app.close()
    assert.match(written, /came too late/)
    assert.doesNotMatch(written, /Morales/)
  })
})
