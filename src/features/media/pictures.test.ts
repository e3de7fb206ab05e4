import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { aProduct, aStore } from '../../../test/factories.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { NotConverted } from './converter.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-sizes-')) })
const { converter } = service.app
const convert = converter.convert

let shade = 0
const photo = () =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: { r: 40 * shade++, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer()

/** Stops all conversions once `count` sizes of pictures have been made. */
async function untilSizesAreMade(t: TestContext, upload: () => Promise<unknown>, count = 5) {
  let made = 0
  t.after(() => (converter.convert = convert))
  converter.convert = async (account, job) => {
    const converted = await convert(account, job)
    if (job.kind === 'resize') made++
    return converted
  }
  await upload()
  await waitFor(() => made >= count, 20)
  converter.convert = () => Promise.reject(new NotConverted())
}

/** What a phone loads of the pictures that a page has. */
async function picturesOn(path: string, expected: RegExp) {
  const { text } = await service.get(path)
  const hrefs = [...new Set(text.match(/\/media\/\w+\/\w+\/\w{8}-\d+(?:-[a-z]+)?/g))]
  const shown = hrefs.filter((href) => expected.test(href))
  return Promise.all(
    shown.map(async (href) => {
      const { status, headers } = await fetch(service.url + href, {
        headers: { accept: 'image/avif,image/svg+xml,*/*' },
      })
      return `${status} ${headers.get('content-type')}`
    }),
  )
}

suite('the sizes of a new picture', { concurrency: false }, () => {
  test('are made after an upload: the first visitor of the list and of its page gets photographs', async (t) => {
    const store = await aStore(service)
    const body = await photo()
    const { slug } = await aProduct(service, store)
    await untilSizesAreMade(t, async () => {
      const response = await fetch(`${service.url}/api/v1/images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${store.key}`, 'content-type': 'image/jpeg' },
        body: new Uint8Array(body),
      })
      const images = [{ url: response.headers.get('location')!, alt: null }]
      await service.sql`
        update products set image_url = ${images[0]!.url}, images = ${service.sql.json(images)} where slug = ${slug}`
    })
    const card = await picturesOn(`/${store.slug}?q=altura`, /-(?:240|400|640)-tall$/)
    const whole = await picturesOn(`/${store.slug}/p/${slug}`, /-(?:800|1280)$/)
    assert.deepEqual([card, whole], [Array(3).fill('200 image/avif'), Array(2).fill('200 image/avif')])
  })

  test('are made after the panel stored it', async (t) => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const file = new File([new Uint8Array(await photo())], 'foto.jpg', { type: 'image/jpeg' })
    await untilSizesAreMade(t, () =>
      person.postPhotos(`${base}/productos/nuevo`, { name: 'Café', price: '10' }, [file]),
    )
    assert.deepEqual(
      await picturesOn(`/${store.slug}/p/cafe`, /-(?:800|1280)$/),
      Array(2).fill('200 image/avif'),
    )
  })
})
