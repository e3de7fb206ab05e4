import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aDiscount } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const DAY = 24 * 3600 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** The row of a code in the list. */
const rowOf = (text: string, code: string) =>
  new RegExp(`<li[^>]*><a[^>]*><span class="row-text"><b>${code}</b>.*?</li>`).exec(text)?.[0] ?? ''

suite('the list of discounts', () => {
  test('shows the state of each, and how often it was used', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    await aDiscount(service, store, { code: 'HOLA', value: 12.5, maxUses: 3 })
    await aDiscount(service, store, { code: 'MANANA', startsAt: inDays(1) })
    await aDiscount(service, store, { code: 'AYER', startsAt: inDays(-2), expiresAt: inDays(-1) })
    const { id } = await aDiscount(service, store, { code: 'LLENO', maxUses: 1, type: 'fixed', value: 25 })
    await service.sql`update discounts set used_count = 1 where store_id = ${store.id} and id = ${id}`
    await aDiscount(service, store, { code: 'PAUSA', isActive: false })
    const { text } = await person.get(`${base}/descuentos`)
    const states = {
      HOLA: 'Activo',
      MANANA: 'Programado',
      AYER: 'Vencido',
      LLENO: 'Agotado',
      PAUSA: 'Pausado',
    }
    for (const [code, state] of Object.entries(states))
      assert.match(rowOf(text, code), new RegExp(`>${state}<`))
    assert.match(rowOf(text, 'HOLA'), /12\.5\s% menos · 0 de 3 usos/)
    assert.match(rowOf(text, 'LLENO'), /Q\s?25\.00 menos · 1 de 1 uso /)
    assert.match(rowOf(text, 'PAUSA'), /aria-checked="false"/)
  })

  test('is empty with the form open', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { text } = await person.get(`${base}/descuentos`)
    assert.match(text, /Todavía no hay descuentos/)
    assert.match(text, /<details class="folded" open>/)
  })

  test('has a switch that pauses a code and resumes it', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aDiscount(service, store, { code: 'HOLA' })
    const paused = await person.post(`${base}/descuentos/${id}/activo`, { isActive: 'false' })
    assert.equal(paused.location, `${base}/descuentos`)
    assert.match((await person.follow(paused)).text, /Pausaste HOLA/)
    await person.post(`${base}/descuentos/${id}/activo`, { isActive: 'true' })
    assert.equal((await service.get(`/api/v1/discounts/${id}`, store.key)).json.data.isActive, true)
  })
})

suite('a discount', () => {
  test('is created, with its dates in the time zone of the store, and updated', async () => {
    const { store, base, person } = await aMember(service, 'STAFF') // Guatemala: UTC-6
    const fields = {
      code: 'navidad',
      type: 'percentage',
      value: '10',
      minOrderTotal: '1.200,50',
      maxUses: '',
    }
    const made = await person.post(`${base}/descuentos`, {
      ...fields,
      startsAt: '2030-12-01T00:00',
      expiresAt: '2030-12-25T00:00',
    })
    assert.match((await person.follow(made)).text, /Creaste el código NAVIDAD/)
    const [discount] = (await service.get('/api/v1/discounts', store.key)).json.data
    const { startsAt, expiresAt, minOrderTotal, maxUses } = discount!
    assert.deepEqual(
      [startsAt, expiresAt, minOrderTotal, maxUses],
      ['2030-12-01T06:00:00.000Z', '2030-12-25T06:00:00.000Z', 1200.5, null],
    )
    const page = await person.get(`${base}/descuentos/${discount!.id}`)
    assert.match(page.text, /value="2030-12-25T00:00"/)
    assert.match(
      page.text,
      /Con el código NAVIDAD pagas 10\s% menos en pedidos desde Q\s?1,200\.50 en .*, desde el 1 de diciembre, hasta el 24 de /,
    )
    assert.match(page.text, /href="https:\/\/wa\.me\/\?text=Con%20el%20c%C3%B3digo%20NAVIDAD/)

    const changed = await person.post(`${base}/descuentos/${discount!.id}`, {
      value: '15',
      startsAt: '',
      expiresAt: '',
    })
    assert.equal(changed.location, `${base}/descuentos`)
    const { data } = (await service.get(`/api/v1/discounts/${discount!.id}`, store.key)).json
    assert.deepEqual([data.value, data.startsAt, data.expiresAt], [15, null, null])
  })

  test('may be a percentage of up to four decimals, written as in the country', async () => {
    for (const [currency, shown] of [
      ['GTQ', '12.125'],
      ['COP', '12,125'],
    ] as const) {
      const { store, base, person } = await aMember(service, 'STAFF', { currency })
      const { id } = await aDiscount(service, store, { code: 'HOLA', value: 12.125, minOrderTotal: 3000 })
      const page = `${base}/descuentos/${id}`
      const { text } = await person.get(page)
      assert.match(text, new RegExp(`name="value"[^>]*value="${shown}"`))
      assert.match(text, new RegExp(`${shown}\\s% menos`))
      for (const [submitted, value] of [
        [shown, 12.125],
        ['12,5', 12.5],
        ['1.000', 1],
        ['8.3333', 8.3333],
      ] as const) {
        const sent = { code: 'HOLA', type: 'percentage', value: submitted, minOrderTotal: '2.500' }
        const saved = await person.post(page, sent)
        assert.equal(saved.status, 303, saved.text)
        const { data } = (await service.get(`/api/v1/discounts/${id}`, store.key)).json
        assert.deepEqual([data.value, data.minOrderTotal], [value, 2500], submitted)
      }
      const made = { code: 'NUEVO', type: 'percentage', value: ` ${shown} ` }
      assert.equal((await person.post(`${base}/descuentos`, made)).status, 303)
      await person.post(page, { type: 'fixed', value: '1.250' })
      const { data } = (await service.get(`/api/v1/discounts/${id}`, store.key)).json
      assert.equal(data.value, 1250)
    }
  })

  test('gets a generated code by a button, with the other input kept', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const page = await person.post(`${base}/descuentos`, {
      _make: '1',
      code: '',
      type: 'fixed',
      value: '25,5',
    })
    assert.equal(page.status, 200)
    assert.match(page.text, /name="code"[^>]*value="CAFE-[0-9A-Z]{4}"/)
    assert.match(page.text, /name="value"[^>]*value="25,5"/)
    assert.match(page.text, /value="fixed" selected/)
    assert.doesNotMatch(page.text, /role="alert"/)
  })

  test('shows errors at their fields', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aDiscount(service, store, { code: 'HOLA' })
    const taken = await person.post(`${base}/descuentos`, { code: 'hola', type: 'percentage', value: '5' })
    assert.equal(taken.status, 409)
    assert.match(taken.text, /descuentos-code-wrong">Ya existe un descuento con este código/)
    const high = await person.post(`${base}/descuentos`, { code: 'MUCHO', type: 'percentage', value: '120' })
    assert.equal(high.status, 400)
    assert.match(high.text, /descuentos-value-wrong">Un porcentaje debe ser 100 o menos/)
    assert.match(high.text, /value="MUCHO"/)
  })

  test("is shared in the language of the shop's customers, whatever the owner reads", async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await service.sql`update stores set language = 'pt' where id = ${store.id}`
    await service.sql`update accounts set language = 'en' where id = ${store.ownerId}`
    const { id, code } = await aDiscount(service, store)
    const { text } = await person.get(`${base}/descuentos/${id}`)
    assert.match(text, new RegExp(`Com o cupom ${code} você ganha`))
    assert.match(text, /For your customers/)
  })

  test('is shared without its start once that has passed', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, code } = await aDiscount(service, store, { startsAt: inDays(-1) })
    const { text } = await person.get(`${base}/descuentos/${id}`)
    assert.match(text, new RegExp(`Con el código ${code} pagas`))
    assert.doesNotMatch(text, /, desde el/)
  })

  test('is no longer shared once it can not be used', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aDiscount(service, store, { isActive: false })
    assert.doesNotMatch((await person.get(`${base}/descuentos/${id}`)).text, /wa\.me/)
  })

  test('is deleted', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aDiscount(service, store)
    const gone = await person.post(`${base}/descuentos/${id}/eliminar`)
    assert.match((await person.follow(gone)).text, /Eliminaste el descuento/)
    assert.equal((await service.get(`/api/v1/discounts/${id}`, store.key)).status, 404)
  })

  test('of another store is 404', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const other = await aMember(service, 'OWNER')
    const { id } = await aDiscount(service, other.store, { code: 'AJENO' })
    assert.equal((await person.get(`${base}/descuentos/${id}`)).status, 404)
    for (const path of ['', '/activo', '/eliminar']) {
      assert.equal((await person.post(`${base}/descuentos/${id}${path}`, { isActive: 'false' })).status, 404)
    }
    const { data } = (await service.get(`/api/v1/discounts/${id}`, other.store.key)).json
    assert.deepEqual([data.code, data.isActive], ['AJENO', true])
  })
})
