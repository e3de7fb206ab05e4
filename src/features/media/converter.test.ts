import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blankPng } from '../../../test/hostile-pictures.ts'
import { QueueFull } from '../../core/concurrency/fair-queue.ts'
import type { Job } from './convert.ts'
import { createConverter, NotAPicture, NotConverted } from './converter.ts'
import { diskCache } from './disk-cache.ts'
import { pictureSources } from './sources.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500"><path d="M0 0h400v500H0z"/></svg>'
const converter = createConverter({ timeout: 100_000 })
after(converter.close)

const childrenOf = (pid: number) =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)

suite('the converter', () => {
  test('rejects data that is not an image, and continues', async () => {
    const broken = converter.convert('a', { kind: 'reduce', picture: Buffer.from('no picture') })
    await assert.rejects(broken, NotAPicture)
    const { width, height } = await converter.convert('a', { kind: 'draw', svg })
    assert.equal(width / height, 4 / 5)
  })

  test('kills a process that takes too long, which says nothing about the picture, and starts another', async () => {
    const hasty = createConverter({ timeout: 1 })
    after(hasty.close)
    const picture = blankPng(5_000, 5_000)
    for (let n = 0; n < 2; n++)
      await assert.rejects(hasty.convert('a', { kind: 'reduce', picture }), NotConverted)
  })

  test('a process that is killed says nothing about the picture either', async () => {
    const own = createConverter({ timeout: 100_000 })
    after(own.close)
    const before = childrenOf(process.pid)
    const converted = own.convert('a', { kind: 'reduce', picture: blankPng(7_000, 7_000) })
    const child = childrenOf(process.pid).find((pid) => !before.includes(pid))
    process.kill(child!, 'SIGKILL')
    await assert.rejects(converted, NotConverted)
  })

  test('converts a small picture while large ones of two other accounts wait', async () => {
    await Promise.all(['x', 'y'].map((owner) => converter.convert(owner, { kind: 'draw', svg }))) // both processes run
    const picture = blankPng(7_000, 7_000)
    let large = 0
    const attack = ['a', 'a', 'a', 'b', 'b', 'b'].map(async (account) => {
      await converter.convert(account, { kind: 'reduce', picture })
      large++
    })
    for (let n = 0; n < 3; n++) {
      await converter.convert('c', { kind: 'draw', svg })
      assert.ok(large <= n, `after ${large} large ones`)
    }
    await Promise.all(attack)
  })

  test('rejects an account that queues too much; others are served', async () => {
    const jobs = Array.from({ length: 100 }, () => converter.convert('a', { kind: 'draw', svg }))
    const other = converter.convert('b', { kind: 'draw', svg })
    const denied = (await Promise.allSettled(jobs)).flatMap((job) =>
      job.status === 'rejected' ? [job.reason as Error] : [],
    )
    assert.equal(denied.length, 100 - 64 - 1)
    assert.ok(denied.every((error) => error instanceof QueueFull))
    await other
  })
})

suite('an image that decodes to a hundred times its bytes', () => {
  test('is fetched and decoded once for all its sizes', async (t) => {
    const body = blankPng(7_000, 7_000)
    const host = createServer((_request, response) => void response.end(body)).listen(0, '127.0.0.1')
    await once(host, 'listening')
    t.after(() => host.close())
    const jobs: Job['kind'][] = []
    const convert = async (owner: string, job: Job) => {
      jobs.push(job.kind)
      return (await converter.convert(owner, job)).body
    }
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-bomb-'))
    const files = diskCache(dataDir)
    const sources = pictureSources({
      files,
      convert,
      drawn: async () => null,
      stored: async () => null,
      storedShapes: async () => new Map(),
      isOwn: () => false,
      ownerOf: async (store) => store,
      config: { dataDir, allowPrivateDestinations: true },
    })
    t.after(sources.close)

    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/bomb.png`
    const pictures = await Promise.all([1, 2, 3].map(() => sources.picture('a', url)))
    pictures.push(await sources.picture('a', url))
    assert.deepEqual(jobs, ['reduce'])
    for (const picture of pictures) assert.ok(picture!.length < 100_000)
  })
})
