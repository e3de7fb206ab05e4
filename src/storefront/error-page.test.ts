import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { aStore } from '../../test/world.ts'

const service = await startService()
const { slug } = await aStore(service)

const leadsTo = async (path: string, method = 'GET') => {
  const { status, headers } = await service.call(method, path)
  return status === 301 ? headers.get('location') : status
}

suite('an address that is almost right', () => {
  test('leads to the page without the slash at its end', async () => {
    assert.equal(await leadsTo(`/${slug}/`), `/${slug}`)
    assert.equal(await leadsTo(`/${slug}/carrito//?a=1`), `/${slug}/carrito?a=1`)
    assert.equal(await leadsTo('/docs/'), '/docs')
  })

  test('leads to the shop that was written with capitals', async () => {
    assert.equal(await leadsTo(`/T${slug.slice(1)}?orden=precio`), `/${slug}?orden=precio`)
    assert.equal(await leadsTo('/NADA'), '/nada')
    assert.equal(await leadsTo('/nada'), 404)
  })

  test('never leads to another host', async () => {
    for (const path of [
      '//malo.example/',
      '///malo.example//',
      '/%5Cmalo.example/',
      '/%2Fmalo.example/',
      '/%2FMALO',
    ])
      assert.equal(await leadsTo(path), 404, path)
  })

  test('404 to a request that is no reading', async () => {
    assert.equal(await leadsTo(`/${slug}/`, 'DELETE'), 404)
  })
})
