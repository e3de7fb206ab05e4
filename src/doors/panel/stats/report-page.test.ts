import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPlacedOrder, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { insertSales } from '../../../../test/sales.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()

/** A member of a store that sold 300 today, 100 eight days ago. */
async function withSales(role: 'OWNER' | 'ADMIN' | 'STAFF', currency = 'GTQ') {
  const member = await aMember(service, role, { currency })
  const { id: productId } = await aProduct(service, member.store, { name: '=Café <1>' })
  const sale = (at: string, total: string, quantity: number) => ({
    at, status: 'confirmed', currency, total, items: [{ productId, quantity, subtotal: total }],
  }) // prettier-ignore
  await insertSales(service, member.store.id, [sale(daysAgo(0), '300.50', 3), sale(daysAgo(8), '100', 1)])
  return { ...member, page: `${member.base}/reporte` }
}

suite('the report', () => {
  test('shows a sales chart with its table, compared with the previous period, and the best products', async () => {
    const { person, page } = await withSales('ADMIN')
    const { text } = await person.get(page)
    assert.match(text, /aria-current="page">7 días</)
    assert.match(text, /Q\s?300\.50<\/b><small>201\s% más que los 7 días anteriores</)
    assert.match(
      text,
      /<svg [^>]*role="img" aria-label="Ventas por día: en total Q\s?300\.50, lo más .* con Q\s?300\.50\./,
    )
    assert.equal(text.match(/<rect x=/g)!.length, 8)
    assert.equal(text.match(/<th scope="row">/g)!.length, 8)
    assert.match(text, /=Café &lt;1&gt;<\/b><span>3 vendidos · Q\s?300\.50/)
    assert.doesNotMatch(text, /style=|NaN|Infinity/)
  })

  test('has the figures of Hoy and of the API, and both pages say which orders count', async () => {
    const { store, base, person, page } = await withSales('OWNER')
    const { id: productId } = await aProduct(service, store)
    const almostAWeekAgo = new Date(Date.now() - 7 * 24 * 3600_000 + 60_000).toISOString()
    const items = [{ productId, quantity: 1, subtotal: '50' }]
    await insertSales(service, store.id, [
      { at: almostAWeekAgo, status: 'confirmed', currency: 'GTQ', total: '50', items },
    ])
    const [today, report] = [await person.get(base), await person.get(page)]
    const figure = (text: string, label: string) =>
      new RegExp(`<dt>${label}</dt><dd><b>([^<]+)</b>`).exec(text)![1]!
    assert.match(figure(today.text, 'Últimos 7 días'), /^Q\s350\.50$/)
    assert.match(figure(report.text, 'Ventas confirmadas'), /^Q\s350\.50$/)
    for (const { text } of [today, report]) {
      assert.match(text, /\b251\s% más que los 7 días anteriores/)
      assert.match(text, /Cuentan los pedidos confirmados, enviados y entregados/)
    }
    const { json } = await service.get('/api/v1/stats/report?period=7d', store.key)
    assert.equal(json.data.currencies[0]!.confirmedRevenue, '350.50')
  })

  test('has buckets of days, weeks or months, by the query', async () => {
    const { person, page } = await withSales('OWNER')
    for (const [name, steps, of] of [
      ['30d', 31, 'día'],
      ['13s', 13, 'semana'],
      ['12m', 12, 'mes'],
      ['nada', 8, 'día'],
    ] as const) {
      const { status, text } = await person.get(`${page}?periodo=${name}`)
      assert.equal(status, 200)
      assert.match(text, new RegExp(`<h2>Ventas por ${of}</h2>`))
      assert.equal(text.match(/<rect x=/g)!.length, steps)
    }
  })

  test('has this month and the days from one to another, compared with as many before, and their orders one a line', async () => {
    const { person, page, store, base } = await withSales('OWNER')
    const day = (days: number) =>
      new Date(Date.now() - days * 24 * 3600_000 - 6 * 3600_000).toISOString().slice(0, 10)
    const { text } = await person.get(`${page}?desde=${day(8)}&hasta=${day(8)}`)
    assert.match(text, /<dt>Ventas confirmadas<\/dt><dd><b>Q\s?100\.00<\/b>/)
    assert.match(
      text,
      new RegExp(
        `pedidos\\.csv\\?desde=${day(8)}&amp;hasta=${day(8)}|pedidos\\.csv\\?desde=${day(8)}&hasta=${day(8)}`,
      ),
    )
    const today = await person.get(`${page}?desde=${day(0)}&hasta=${day(0)}`)
    assert.match(today.text, /Q\s?300\.50<\/b>.*el día anterior/)
    assert.match((await person.get(`${page}?periodo=mes`)).text, /aria-current="page">Este mes</)
    for (const dates of [
      `desde=${day(0)}&hasta=${day(8)}`,
      'desde=2026-02-31&hasta=2026-03-02',
      'desde=x',
      'desde=2001-01-01',
    ]) {
      const wrong = await person.get(`${page}?${dates}`)
      assert.deepEqual([wrong.status, /id="dates-wrong" role="alert"/.test(wrong.text)], [400, true], dates)
      assert.equal((await person.get(`${page}/pedidos.csv?${dates}`)).status, 400)
    }
    await aPlacedOrder(service, store, { name: 'Luis' })
    const lines = async (query: string) =>
      (await person.get(`${base}/reporte/pedidos.csv?${query}`)).text.trimEnd().split('\r\n').length - 1
    assert.deepEqual([await lines(`desde=${day(8)}&hasta=${day(8)}`), await lines(`desde=${day(8)}`)], [1, 3])
  })

  test('has an empty state that explains what counts', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { text } = await person.get(`${base}/reporte`)
    assert.match(text, /Ninguna venta en este tiempo.*Compartir mi tienda/)
    assert.doesNotMatch(text, /role="img"|NaN/)
  })

  test('can be downloaded as CSV, with formulas escaped', async () => {
    const { person, page } = await withSales('OWNER', 'ARS')
    const sales = await person.get(`${page}/ventas.csv?periodo=30d`)
    assert.match(sales.headers.get('content-disposition')!, /filename="ventas-30d\.csv"/)
    const rows = sales.text.trimEnd().split('\r\n')
    assert.equal(rows.length, 32)
    assert.match(rows.at(-1)!, /^\d{4}-\d\d-\d\d;1;300,5;\d{4}-\d\d-\d\d;0;0;ARS$/)
    const products = await person.get(`${page}/productos.csv?periodo=7d`)
    assert.equal(products.text, "Producto;Vendidos;Ventas;Moneda\r\n'=Café <1>;3;300,5;ARS\r\n")
  })

  test('has CSV files of all orders and all customers', async () => {
    const { person, store, base } = await aMember(service, 'ADMIN')
    const page = `${base}/reporte`
    await aPlacedOrder(service, store, { name: 'Luis', phone: '+50255550102' })
    await aPlacedOrder(service, store, { name: '=Ana', phone: '+50255550101', notes: 'una; "dos"\ntres' })
    const { orderNumber } = (await service.get('/api/v1/orders', store.key)).json.data[0]!
    const orders = await person.get(`${page}/pedidos.csv`)
    assert.match(orders.headers.get('content-disposition')!, /filename="pedidos-.*\.csv"/)
    assert.match(orders.text, new RegExp(`^Pedido,Fecha,.*\r\n${orderNumber},.*,'=Ana,'\\+50255550101,`))
    assert.match(orders.text, /"una; ""dos""\ntres",,,\r\n/)
    assert.equal(orders.text.match(/\r\n/g)!.length, 1 + 2)
    const customers = await person.get(`${page}/clientes.csv`)
    assert.match(customers.text, /^Nombre,Teléfono,[^]*\r\n'=Ana,'\+50255550101,,1,0,GTQ,/)
    assert.match((await person.get(`${base}/exportar`)).text, /reporte\/pedidos\.csv/)
  })

  test('is limited to ten full exports per store and minute', async () => {
    const { person, base } = await aMember(service, 'OWNER')
    const download = () => person.get(`${base}/reporte/clientes.csv`)
    for (let n = 0; n < 10; n++) assert.equal((await download()).status, 200)
    assert.equal((await download()).status, 429)
  })

  test('and its files are 403 for staff', async () => {
    const { base, person, page } = await withSales('STAFF')
    assert.doesNotMatch((await person.get(`${base}/exportar`)).text, /pedidos\.csv/)
    for (const path of ['', '/ventas.csv', '/productos.csv', '/pedidos.csv', '/clientes.csv']) {
      assert.equal((await person.get(page + path)).status, 403)
    }
  })
})
