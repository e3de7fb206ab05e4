import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { aProduct } from '../../../../test/factories.ts'
import { aMember, aVisitor } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { newId } from '../../../core/values/id.ts'
import { readForm } from './read-form.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of buffers; chunks of files that were written to disk, and of other tests, may still wait to be collected. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const service = await startService({ LOG_LEVEL: 'error' })

let shade = 0
async function aPhoto(name = 'foto.jpg') {
  const create = {
    width: 40,
    height: 30,
    channels: 3,
    background: { r: (shade += 50) % 256, g: 80, b: 40 },
  } as const
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], name, { type: 'image/jpeg' })
}
const notAPhoto = () => new File(['hola'], 'notas.txt', { type: 'text/plain' })
const imagesOf = async (
  { key }: { key: string },
  id: string,
): Promise<{ url: string; alt: string | null }[]> =>
  (await service.get(`/api/v1/products/${id}`, key)).json.data.images
const idOf = (location: string | null) => location!.split('/').at(-1)!

suite('photos in the form of a product', () => {
  test('are saved with a new product, in order', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    assert.match((await person.get(`${base}/productos/nuevo`)).text, /enctype="multipart\/form-data"/)
    const fields = { name: 'Café', price: '10' }
    const photos = [await aPhoto(), await aPhoto()]
    const made = await person.postPhotos(`${base}/productos/nuevo`, fields, photos)
    assert.equal(made.status, 303, made.text)
    const images = await imagesOf(store, idOf(made.location))
    assert.equal(images.length, 2)
    assert.notEqual(images[0]!.url, images[1]!.url)
    assert.match(
      (await person.follow(made)).text,
      new RegExp(`name="images.1.url" value="${images[1]!.url}"`),
    )
  })

  test('are added to a saved product, described and removed, and kept by a form without any', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, { images: [{ url: 'https://fotos.test/a.jpg' }] })
    const path = `${base}/productos/${id}`
    const storedFields = {
      name: 'Café',
      price: '10',
      'images.0.url': 'https://fotos.test/a.jpg',
      'images.0.alt': 'Una taza',
    }
    assert.equal((await person.postPhotos(path, storedFields, [await aPhoto()])).status, 303)
    const [first, second] = await imagesOf(store, id)
    assert.deepEqual(first, { url: 'https://fotos.test/a.jpg', alt: 'Una taza' })
    assert.match(second!.url, /\/fotos\//)

    const removed = { ...storedFields, 'images.0._remove': 'true', 'images.1.url': second!.url }
    assert.equal((await person.postPhotos(path, removed, [])).status, 303)
    assert.deepEqual(await imagesOf(store, id), [second])
    await person.post(path, { name: 'Otro', price: '12' })
    assert.deepEqual(await imagesOf(store, id), [second])
    await person.postPhotos(
      path,
      { name: 'Otro', 'images.0.url': second!.url, 'images.0._remove': 'true' },
      [],
    )
    assert.deepEqual(await imagesOf(store, id), [])
  })

  test('that are rejected keep the input and the accepted photos', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const fields = { name: 'Té verde', price: '10' }
    const large = new File([new Uint8Array(15 * 1024 * 1024 + 1)], 'enorme.jpg', { type: 'image/jpeg' })
    const denied = await person.postPhotos(`${base}/productos/nuevo`, fields, [
      await aPhoto(),
      notAPhoto(),
      large,
    ])
    assert.equal(denied.status, 415)
    assert.match(denied.text, /value="Té verde"/)
    assert.match(
      denied.text,
      /notas\.txt: La foto debe ser JPEG.* · enorme\.jpg: Una foto pesa como máximo 15 MB/,
    )
    assert.match(denied.text, /name="photos"[^>]* aria-invalid="true"/)
    const [, url] = /name="images\.0\.url" value="([^"]+)"/.exec(denied.text)!
    const made = await person.postPhotos(`${base}/productos/nuevo`, { ...fields, 'images.0.url': url! }, [])
    assert.deepEqual(await imagesOf(store, idOf(made.location)), [{ url, alt: null }])
  })

  test('past the size limit of a form keep the input too', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const photos = await Promise.all(Array.from({ length: 12 }, (_, n) => aPhoto(`foto-${n}.jpg`)))
    const fields = { name: 'Té negro', price: '12' }
    const { status, text } = await person.postPhotos(`${base}/productos/nuevo`, fields, photos)
    assert.equal(status, 413)
    assert.match(text, /value="Té negro"/)
    assert.match(text, /foto-10\.jpg, foto-11\.jpg: Una foto pesa/)
    assert.match(text, /name="images\.9\.url" value="http/)
  })

  test('chosen twice are stored once, and duplicated products have them too', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const photo = await aPhoto()
    const made = await person.postPhotos(`${base}/productos/nuevo`, { name: 'Mate', price: '9' }, [
      photo,
      photo,
    ])
    const images = await imagesOf(store, idOf(made.location))
    assert.equal(images.length, 1)
    const copied = await person.post(`${made.location}/duplicar`)
    assert.deepEqual(await imagesOf(store, idOf(copied.location)), images)
  })

  test('are limited to ten', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const images = Array.from({ length: 10 }, (_, n) => ({ url: `https://fotos.test/${n}.jpg` }))
    const { id } = await aProduct(service, store, { images })
    const submitted = images.map(({ url }, n): [string, string] => [`images.${n}.url`, url])
    const path = `${base}/productos/${id}`
    const denied = await person.postPhotos(path, submitted, [await aPhoto()])
    assert.equal(denied.status, 400)
    assert.match(denied.text, /Un producto lleva hasta 10 fotos/)
    const swapped = await person.postPhotos(
      path,
      [...submitted, ['images.0._remove', 'true']],
      [await aPhoto()],
    )
    assert.equal(swapped.status, 303, swapped.text)
  })
})

suite('POST /panel/t/{slug}/fotos', () => {
  test('returns the URL of the photo, or an error', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const taken = await person.postPhotos(`${base}/fotos`, {}, [await aPhoto()])
    assert.equal(taken.status, 200)
    assert.match(JSON.parse(taken.text).url, new RegExp(`/media/${store.id}/fotos/`))
    const denied = await person.postPhotos(`${base}/fotos`, {}, [notAPhoto()])
    assert.deepEqual([denied.status, JSON.parse(denied.text).code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    const none = await person.postPhotos(`${base}/fotos`, {}, [])
    assert.deepEqual([none.status, JSON.parse(none.text).error], [400, 'Elige una foto'])
  })

  test('rejects other sites, and accounts that are not members', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { person: stranger } = await aMember(service, 'OWNER')
    assert.equal((await person.post(`${base}/fotos`, {}, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await stranger.postPhotos(`${base}/fotos`, {}, [await aPhoto()])).status, 404)
  })
})

suite('the memory of forms', () => {
  test('is limited to a megabyte of text, in any encoding: 413', async () => {
    const stranger = aVisitor(service)
    const fields = ['email', 'a', 'b'].map((name): [string, string] => [name, 'x'.repeat(400_000)])
    assert.equal((await stranger.postPhotos('/panel/entrar', fields, [])).status, 413)
    assert.equal((await stranger.postPhotos('/panel/entrar', fields.slice(0, 2), [])).status, 400)
  })

  test('is not used for files of a form without file fields', async () => {
    const { person } = await aMember(service, 'OWNER')
    const large = new File([new Uint8Array(20 * 1024 * 1024)], 'enorme.jpg', { type: 'image/jpeg' })
    const sent = await person.postPhotos('/panel/cuenta', { name: 'Ana' }, [large])
    assert.equal(sent.status, 303, sent.text)
  })

  test('does not hold their files, which are on disk until the reply', async () => {
    const before = heldBytes()
    const accounts = Array.from({ length: 6 }, () => newId())
    const forms = [...accounts, ...accounts].map((account) => ({ account, ...aForm(12) }))
    const read = await Promise.all(
      forms.map(({ request, reply, account }) => readForm(request, reply, account)),
    )
    await waitFor(() => heldBytes() - before < 50 * 2 ** 20) // they are freed beside the program
    const paths = read.flatMap(({ files }) => files.map(({ upload }) => upload!.path))
    assert.deepEqual([paths.length, paths.filter(existsSync).length], [12, 12])
    for (const { leave } of forms) leave()
    await waitFor(() => !paths.some(existsSync))
  })

  test('and the disk are free of a form whose browser disconnects during an upload', async () => {
    const account = newId()
    const before = await readdir(uploads)
    for (let n = 0; n < 20; n++) {
      const left = aForm(1, { isLeft: true })
      await assert.rejects(readForm(left.request, left.reply, account), { status: 400 })
    }
    await waitFor(async () => (await readdir(uploads)).length === before.length)
  })

  test('and the disk have a bound: further forms of an account wait', async () => {
    const account = newId()
    const forms = Array.from({ length: 9 }, () => aForm(1))
    const read = forms.map(({ request, reply }) => readForm(request, reply, account))
    await Promise.all(read.slice(0, 8))
    assert.equal(await Promise.race([read[8], sleep(100, 'waits')]), 'waits')
    forms[0]!.leave()
    assert.equal((await read[8])!.files.length, 1)
    for (const { leave } of forms) leave()
  })
})

const MIB = Buffer.alloc(1024 * 1024)
const uploads = join(service.app.config.dataDir, 'uploads')

/** A form with one file of so many MiB, as its parser hands it over; `isLeft` says whether the browser leaves at the file's end. */
function aForm(size: number, { isLeft = false } = {}) {
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  const leave = () => {
    raw.destroyed = true
    raw.emit('close')
  }
  const file = Readable.from(
    (async function* () {
      for (let n = 0; n < size; n++) yield Buffer.from(MIB)
      if (isLeft) leave()
    })(),
  )
  const request = {
    server: service.app,
    isMultipart: () => true,
    async *parts() {
      yield { type: 'file', fieldname: 'photos', filename: 'a.jpg', mimetype: 'image/jpeg', file }
    },
    raw: { unpipe: () => ({ resume: () => {} }) },
  }
  return {
    request: request as unknown as FastifyRequest,
    reply: { raw } as unknown as FastifyReply,
    leave,
  }
}
