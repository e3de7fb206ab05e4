import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileTransport } from './transport.ts'

test('the file of a mail stays in its folder, whatever address it is to, and is one when it is written again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-mail-'))
  t.after(() => rm(folder, { recursive: true }))
  const transport = fileTransport(join(folder, 'mail'), 'Vitrina <no-responder@localhost>')
  const to = `../../o'${'ñ'.repeat(200)}@ejemplo.test`
  const email = { id: 'd1', to, subject: 'Hola', text: 'Hola', html: '<p>Hola</p>', date: new Date(0) }
  for (let n = 0; n < 2; n++) await transport.send(email, new AbortController().signal)
  assert.deepEqual(await readdir(folder), ['mail'])
  assert.deepEqual(await readdir(join(folder, 'mail')), [
    `1970-01-01T00-00-00Z_..-..-o-${'-'.repeat(92)}_d1.eml`,
  ])
})
