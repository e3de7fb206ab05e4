import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aProduct, aStore } from '../../../test/factories.ts'
import { croppedHref } from '../../features/media/address.ts'

const service = await startService()

suite('GET /{slug}/carrito', () => {
  test('shows the lines in its URL at current prices', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { name: 'Café', price: 19.9 })
    const id = product.variants[0]!.id
    const { text } = await service.get(`/${store.slug}/carrito?v=${id}~19.9&n=3`)
    assert.match(text, /Q\s59\.70/)
    assert.doesNotMatch(text, /Tu carrito cambió/)
    assert.match(text, new RegExp(`formaction="/${store.slug}/pedir"`))
  })

  test('shows the photo of the variant where it has one', async () => {
    const store = await aStore(service)
    const [all, blue] = ['todas', 'azul'].map((name) => `https://fotos.ejemplo.test/${name}.jpg`) as [
      string,
      string,
    ]
    const { id, variants } = await aProduct(service, store, {
      imageUrl: all,
      variants: [{ name: 'Roja' }, { name: 'Azul', imageUrl: blue }],
    })
    const { text } = await service.get(
      `/${store.slug}/carrito?${variants.map((one) => `v=${one.id}&n=1`).join('&')}`,
    )
    const shown = [...text.matchAll(/<img class="picture" src="([^"]+)"/g)].map(([, src]) => src)
    assert.deepEqual(
      shown,
      [all, blue].map((url) => croppedHref('tall', store.id, id, url, 120)),
    )
  })

  test('shows changed prices and unavailable products', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { name: 'Café', price: 20 })
    const sold = await aProduct(service, store, { name: 'Taza', isActive: false })
    const [a, b] = [product.variants[0]!.id, sold.variants[0]!.id]
    const { text } = await service.get(`/${store.slug}/carrito?v=${a}~18.5&n=1&v=${b}~10&n=1&v=nadie&n=2`)
    assert.match(
      text,
      /<b>Café<\/b> subió de <span class="nowrap">Q 18\.50<\/span> a <span class="nowrap">Q 20\.00</,
    )
    assert.match(text, /<b>Taza<\/b> está en pausa y salió de tu carrito/)
    assert.match(text, /Un producto dejó de venderse/)
    const [head, main] = text.split('<main')
    assert.equal(head!.match(/name="v"/g)?.length, 2, 'in the form of the links and in the search')
    assert.equal(main!.match(/name="v"/g)?.length, 1)
  })

  test('increments, decrements and removes a variant', async () => {
    const store = await aStore(service)
    const id = (await aProduct(service, store)).variants[0]!.id
    const quantity = async (query: string) =>
      / name="n" value="(\d+)" min/.exec(
        (await service.get(`/${store.slug}/carrito?v=${id}${query}`)).text,
      )?.[1]
    assert.equal(await quantity(`&n=2&suma=${id}`), '3')
    assert.equal(await quantity(`&n=2&quita=${id}`), '1')
    assert.equal(await quantity(`&n=1&quita=${id}`), undefined)
    assert.equal(await quantity(`&n=9999&suma=${id}`), '9999')
  })

  test('ignores invalid lines in the URL', async () => {
    const store = await aStore(service)
    const id = (await aProduct(service, store)).variants[0]!.id
    const stranger = (await aProduct(service, await aStore(service), { name: 'Ajeno' })).variants[0]!.id
    for (const query of [
      '',
      '?v=',
      '?v=%00&n=1',
      `?v=${id}&n=0`,
      `?v=${id}&n=-1`,
      '?v=a~b~c&n=x',
      `?v=${stranger}&n=1`,
    ]) {
      const { status, text } = await service.get(`/${store.slug}/carrito${query}`)
      assert.equal(status, 200, query)
      assert.match(text, /Aún no hay nada aquí/, query)
      assert.doesNotMatch(text, /Ajeno/)
    }
    const twice = await service.get(`/${store.slug}/carrito?v=${id}&n=99999999&v=${id}&n=5`)
    assert.match(twice.text, /name="n" value="9999"/)
  })
})
