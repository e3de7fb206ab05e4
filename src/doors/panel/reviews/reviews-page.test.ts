import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aDiscount, aProduct, aReview } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** A store with a review that waits, and somebody with this role there. */
async function withReview(role: 'OWNER' | 'ADMIN' | 'STAFF', overrides: Parameters<typeof aMember>[2] = {}) {
  const member = await aMember(service, role, overrides)
  const { id: productId } = await aProduct(service, member.store, { name: 'Café lavado' })
  const id = await aReview(service, member.store, productId, {
    name: 'Lucía',
    text: 'Muy rico <3',
    rating: 4,
  })
  const status = async () => {
    const { data } = (await service.get('/api/v1/reviews', member.store.key)).json
    return data[0]?.status
  }
  return { ...member, id, productId, status, page: `${member.base}/opiniones` }
}

/** The form that takes the last change back, as the page shows it. */
function undoOf(text: string): { action: string; fields: Record<string, string> } {
  const [, action, inner] = /class="flash".*?action="([^"]+)"[^>]*>(.*?)Deshacer/.exec(text)!
  const pairs = [...inner!.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ])
  return { action: action!, fields: Object.fromEntries(pairs.filter(([name]) => name !== '_key')) }
}

suite('the reviews', () => {
  test('are listed by status, with counts, pending ones first', async () => {
    const { person, page, store, productId, base } = await withReview('ADMIN')
    await aReview(service, store, productId, { name: 'Pedro' })
    const { text } = await person.get(page)
    assert.match(text, /aria-current="page">Pendientes <span class="count">2</)
    assert.match(text, /Aprobadas <span class="count">0</)
    assert.match(text, /aria-label="4 de 5 estrellas">★★★★☆</)
    assert.match(text, /Muy rico &lt;3/)
    assert.match(text, new RegExp(`href="${base}/productos/${productId}">Café lavado`))
    assert.ok(text.indexOf('Pedro') < text.indexOf('Lucía'))
    assert.doesNotMatch((await person.get(`${page}?estado=approved`)).text, /Lucía/)
  })

  test('have an empty state', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    assert.match(
      (await person.get(`${base}/opiniones`)).text,
      /Todavía no hay opiniones.*Compartir mi tienda/,
    )
  })

  test('are approved with one tap and reverted with another', async () => {
    const { person, page, id, status } = await withReview('OWNER')
    const approved = await person.post(`${page}/${id}`, { status: 'approved' })
    assert.equal(await status(), 'approved')
    const { text } = await person.follow(approved)
    assert.match(text, /La opinión de Lucía se ve en tu tienda/)
    const { action, fields } = undoOf(text)
    await person.post(action, fields)
    assert.equal(await status(), 'pending')
    assert.match((await person.get(page)).text, /Pendientes <span class="count">1</)

    await person.post(`${page}/${id}`, { status: 'approved' })
    const rejected = await person.follow(await person.post(`${page}/${id}`, { status: 'rejected' }))
    assert.equal(await status(), 'rejected')
    assert.deepEqual(undoOf(rejected.text).fields, { status: 'approved' })
  })

  test('return to the filtered list', async () => {
    const { person, page, base, id } = await withReview('OWNER')
    const referer = `${service.url}${page}?estado=rejected`
    const { location } = await person.post(`${page}/${id}`, { status: 'approved' }, { referer })
    assert.equal(location, `${base}/opiniones?estado=rejected`)
  })

  test('are deleted after a confirmation', async () => {
    const { person, page, id, status } = await withReview('OWNER')
    assert.match((await person.get(page)).text, /<summary>.*Eliminar<\/summary>.*Se borra para siempre/)
    const gone = await person.post(`${page}/${id}/eliminar`)
    assert.match((await person.follow(gone)).text, /Eliminaste la opinión/)
    assert.equal(await status(), undefined)
  })

  test('are read-only on the free plan, with a link to the plans', async () => {
    const { person, page, base, id, status } = await withReview('OWNER', { plan: 'free' })
    for (const path of [`${page}/${id}`, `${page}/${id}/eliminar`]) {
      const refused = await person.post(path, path === `${page}/${id}` ? { status: 'approved' } : {})
      assert.equal(refused.status, 403)
      assert.match(refused.text, /<h1>Esto viene con un plan de pago<\/h1>/)
      assert.match(refused.text, new RegExp(`href="${base}/plan">Ver los planes`))
    }
    assert.equal((await person.post(`${page}/${id}`, { status: 'pending' })).status, 403)
    assert.equal(await status(), 'pending')
  })

  test('tell an administrator on the free plan who can change the plan', async () => {
    const { person, page, id } = await withReview('ADMIN', { plan: 'free' })
    const { text } = await person.post(`${page}/${id}`, { status: 'approved' })
    assert.match(text, /lo elige un dueño\/a: pídeselo/)
    assert.doesNotMatch(text, /Ver los planes/)
  })

  test('are read by staff, and not moderated', async () => {
    const { person, page, id } = await withReview('STAFF')
    const { text } = await person.get(page)
    assert.match(text, /Lucía/)
    assert.doesNotMatch(text, /Aprobar|Eliminar/)
    assert.equal((await person.post(`${page}/${id}`, { status: 'approved' })).status, 403)
  })

  test('of another store are 404', async () => {
    const { id, status } = await withReview('OWNER')
    const { base, person } = await aMember(service, 'OWNER')
    for (const to of ['approved', 'pending']) {
      assert.equal((await person.post(`${base}/opiniones/${id}`, { status: to })).status, 404)
    }
    assert.equal((await person.post(`${base}/opiniones/${id}/eliminar`)).status, 404)
    assert.equal(await status(), 'pending')
  })

  test('reject other statuses', async () => {
    const { person, page, id } = await withReview('OWNER')
    for (const status of ['', 'nada', '<b>']) {
      assert.equal((await person.post(`${page}/${id}`, { status })).status, 400)
    }
  })
})

suite('the limit of a plan', () => {
  test('is shown at the form, with a link to the plans for the owner', async () => {
    for (const role of ['OWNER', 'STAFF'] as const) {
      const { store, base, person } = await aMember(service, role, { plan: 'free' })
      for (let n = 0; n < 5; n++) await aDiscount(service, store)
      const fields = { code: 'UNOMAS', type: 'percentage', value: '10' }
      const { status, text } = await person.post(`${base}/descuentos`, fields)
      assert.equal(status, 403)
      assert.match(text, /El plan permite hasta 5 descuentos activos y ya hay 5\b/)
      assert.equal(text.includes(`href="${base}/plan">Ver los planes`), role === 'OWNER')
    }
  })
})
