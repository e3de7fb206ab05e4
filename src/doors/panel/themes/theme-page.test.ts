import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

const shop = async ({ slug }: { slug: string }) => (await service.get(`/${slug}`)).text
const frameIn = (text: string) => /<iframe[^>]* src="([^"?]*)/s.exec(text)![1]!

suite('the pages of the themes', () => {
  test('show the three with previews, and activate the chosen one', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const { text } = await person.get(`${base}/tema`)
    assert.equal(text.match(/<iframe title="Tu tienda en /g)?.length, 3)
    const picture = await service.get(frameIn(text))
    assert.match(picture.text, new RegExp(store.name))
    assert.match(text, /Barro.*En uso/s)
    const used = await person.post(`${base}/tema/tinta/usar`)
    assert.equal(used.location, `${base}/tema`)
    assert.match(await shop(store), /data-theme="tinta"/)
  })

  test('save changes to a draft, visible in the preview only until it is published', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/tema/barro`
    const saved = await person.post(path, {
      accent: '#1d4ed8',
      corners: '2',
      bannerTitle: 'Nueva cosecha',
      bannerText: '',
    })
    assert.deepEqual([saved.status, saved.location], [303, path])
    const { text, headers } = await person.follow(saved)
    assert.match(text, /Hay cambios que nadie ve todavía/)
    assert.match(headers.get('content-security-policy')!, /frame-src 'self' http/)
    assert.doesNotMatch((await person.get(base)).headers.get('content-security-policy')!, /frame-src/)
    const frame = await service.get(frameIn(text))
    assert.match(frame.text, /Nueva cosecha/)
    assert.match(frame.text, /<head><base target="_blank">/)
    assert.match(frame.headers.get('content-security-policy')!, /frame-ancestors 'self' http/)
    assert.doesNotMatch(await shop(store), /Nueva cosecha/)
    await person.post(path, { publish: 'true' })
    assert.match(await shop(store), /Nueva cosecha/)
    const after = (await person.get(path)).text
    assert.match(after, /value="Nueva cosecha"/)
    const version = /versiones\/([a-z0-9]{24})"/.exec(after)![1]!
    await person.post(`${path}/versiones/${version}`)
    await person.post(path, { publish: 'true' })
    assert.doesNotMatch(await shop(store), /Nueva cosecha/)
  })

  test('publish what is typed, without saving it before; nothing new is no version', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/tema/barro`
    const fields = { bannerTitle: 'Feria de mayo', corners: '2', publish: 'true' }
    const published = await person.post(path, fields)
    assert.match((await person.follow(published)).text, /Publicado/)
    assert.match(await shop(store), /Feria de mayo/)
    const again = await person.post(path, fields)
    const { text } = await person.follow(again)
    assert.match(text, /No había cambios por publicar/)
    assert.equal(text.match(/versiones\/[a-z0-9]{24}"/g)!.length, 1)
  })

  test('discard a draft', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    await person.post(`${base}/tema/lino`, { bannerTitle: 'Nunca' })
    await person.post(`${base}/tema/lino/descartar`)
    const { text } = await person.get(`${base}/tema/lino`)
    assert.doesNotMatch(text, /Nunca/)
    assert.match(text, /queda en borrador hasta que lo publiques/)
  })

  test('say that a colour is not readable, and which one is used instead', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const path = `${base}/tema/barro`
    assert.doesNotMatch((await person.get(path)).text, /sobre fondo claro usamos/)
    await person.post(path, { accent: '#ffe066' })
    assert.match((await person.get(path)).text, /sobre fondo claro usamos.*#[0-9a-f]{6}/s)
  })

  test('show errors of invalid values at their fields', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    for (const [name, value] of [
      ['accent', 'rojo'],
      ['corners', '99'],
      ['mode', 'nada'],
      ['bannerTitle', 'x'.repeat(81)],
      ['nada', '1'],
    ] as const) {
      const { status, text } = await person.post(`${base}/tema/barro`, { [name]: value })
      assert.equal(status, 400, name)
      if (name !== 'nada') assert.match(text, new RegExp(`name="${name}"[^>]*aria-invalid="true"`), name)
    }
    assert.match((await person.get(`${base}/tema/barro`)).text, /queda en borrador hasta/)
  })

  test('upload a logo, and remove it', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const bytes = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#224466' } })
      .png()
      .toBuffer()
    const logo = new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' })
    const path = `${base}/tema/barro`
    const sent = await person.postFiles(path, { logoUrl: '' }, { logoUrlFile: logo })
    assert.equal(sent.status, 303)
    const { text } = await person.follow(sent)
    const src = /<img src="(\/media\/[^"]*logo[^"]*)"/.exec(text)![1]!
    assert.equal((await person.get(src)).status, 200)
    const wrong = new File(['no es una foto'], 'logo.png', { type: 'image/png' })
    const rejected = await person.postFiles(path, {}, { bannerUrlFile: wrong })
    assert.ok(rejected.status >= 400 && rejected.status < 500)
    assert.match(rejected.text, /name="bannerUrlFile"[^>]*aria-invalid="true"/)
    const url = /name="logoUrl" value="([^"]+)"/.exec(text)![1]!
    await person.post(path, [
      ['logoUrl', url],
      ['logoUrl', ''],
    ])
    assert.doesNotMatch((await person.get(path)).text, /<img src="\/media\/[^"]*logo/)
  })

  test('are 404 for an unknown theme, and 403 for staff', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    assert.equal((await person.get(`${base}/tema/nada`)).status, 404)
    for (const path of ['', '/usar', '/descartar', '/versiones/x']) {
      assert.equal((await person.post(`${base}/tema/nada${path}`)).status, 404, path)
    }
    const staff = await aMember(service, 'STAFF')
    assert.equal((await staff.person.get(`${staff.base}/tema`)).status, 403)
    assert.equal((await staff.person.post(`${staff.base}/tema/barro`, { corners: '2' })).status, 403)
  })
})
