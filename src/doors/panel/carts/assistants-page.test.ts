import { suite, test } from 'node:test'
import { assertIncludes } from '../../../../test/assert-includes.ts'
import { aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { askedLine, asPlatform, startPlatform } from '../../../../test/ucp.ts'

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const named = await startService({ SHOPS_DOMAIN: 'tiendas.example' }, service)
const { sql } = service

suite('the page about assistants', () => {
  test('says how many carts came this month, and where the shop can be tried', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { variants } = await aProduct(service, store)
    const ask = asPlatform(service, await startPlatform())
    const create = () => ask(store, 'POST', '/carts', { line_items: [askedLine(variants[0]!.id)] })
    const shown = async () => (await person.get(`${base}/asistentes`)).text.replaceAll(/\s+/g, ' ')

    await sql`insert into cart_months (store_id, month, carts) values (${store.id}, '2020-01', 7)`
    const empty = await shown()
    assertIncludes(empty, ['<b>Este mes todavía no llegó ningún carrito de asistentes.</b>'])
    const url = `${service.app.publicUrl}/${store.slug}`
    assertIncludes(empty, [`<span>${url}</span>`, `data-copy="${url}"`, `data-copy="${url}/ucp/mcp"`])
    assertIncludes(empty, ['No lleva clave.', 'No ven pedidos ni clientes, no cambian nada y no cobran.'])
    const { json: first } = await create()
    assertIncludes(await shown(), ['<b>Este mes llegó 1 carrito de asistentes.</b>'])
    await create()
    await create()
    // One that changed or was cancelled had come all the same.
    await ask(store, 'PUT', `/carts/${first.id}`, { line_items: [askedLine(variants[0]!.id, 2)] })
    await ask(store, 'POST', `/carts/${first.id}/cancel`, {})
    assertIncludes(await shown(), ['<b>Este mes llegaron 3 carritos de asistentes.</b>'])
  })

  test('names the address that is the shop’s alone', async () => {
    const { store, base, person } = await aMember(named, 'STAFF')
    const { text } = await person.get(`${base}/asistentes`)
    const { port } = new URL(named.app.publicUrl)
    const url = `http://${store.slug}.tiendas.example${port && `:${port}`}`
    assertIncludes(text, [`data-copy="${url}"`, `data-copy="${url}/ucp/mcp"`])
  })
})
