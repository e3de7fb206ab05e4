import assert from 'node:assert/strict'
import { mkdtemp, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { diskCache } from './disk-cache.ts'

suite('cached files', () => {
  test('are evicted by least recent use', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-files-'))
    const cached = diskCache(folder, 100)
    const made: string[] = []
    const use = (name: string) =>
      cached(name, async () => {
        made.push(name)
        return Buffer.alloc(30)
      })
    const lastUsed = (name: string, minutesAgo: number) => {
      const then = new Date(Date.now() - minutesAgo * 60_000)
      return utimes(join(folder, name.slice(0, 2), name), then, then)
    }

    for (const name of ['aa', 'bb', 'cc']) await use(name)
    await lastUsed('aa', 9)
    await lastUsed('bb', 6)
    await lastUsed('cc', 3)
    await use('aa')
    await use('dd')
    assert.deepEqual(made.splice(0), ['aa', 'bb', 'cc', 'dd'])

    for (const name of ['aa', 'cc', 'dd']) await use(name)
    assert.deepEqual(made, [])
    await use('bb')
    assert.deepEqual(made, ['bb'])
  })
})
