import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { removeOldMailFiles } from './transport.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrina-mail-'))
after(() => rm(folder, { recursive: true, force: true }))

function mail(name: string, days: number) {
  writeFileSync(join(folder, name), '')
  const time = Date.now() / 1000 - days * 24 * 3600
  utimesSync(join(folder, name), time, time)
}

suite('mails in files', () => {
  test('are removed after 30 days', async () => {
    mail('old.eml', 31)
    mail('new.eml', 29)
    await removeOldMailFiles(folder)
    assert.deepEqual(await readdir(folder), ['new.eml'])
  })

  test('are limited to the newest 5,000', async () => {
    for (let n = 0; n < 5_002; n++) mail(`${n}.eml`, n / 1000)
    await removeOldMailFiles(folder)
    const left = await readdir(folder)
    assert.equal(left.length, 5_000)
    assert.ok(left.includes('0.eml') && !left.includes('5001.eml'))
  })

  test('may not exist', async () => {
    await removeOldMailFiles(join(folder, 'none'))
  })
})
