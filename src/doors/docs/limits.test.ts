import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'doors/docs/guides/limites.md'), 'utf8')
const rows = guide.split('\n').filter((line) => line.startsWith('|'))

/** What the guide calls each limit: the beginning of its row. */
const called: Record<string, string> = {
  key: 'Todo bajo /api/v1',
  orders: 'POST /api/orders |',
  reviews: 'POST /api/reviews',
  'check-slug': 'GET /api/check-slug',
  events: 'POST /api/catalog/events',
  receipts: 'POST /api/orders/receipt',
  webhookPing: 'POST …/webhooks/{id}/ping',
  webhookRedelivery: 'POST …/webhooks/logs/{id}/redeliver',
  'price-changes': 'POST /api/v1/products/prices',
  'oauth-token': 'POST /oauth/token',
  'oauth-register': 'POST /oauth/register |',
  'oauth-register-network': 'POST /oauth/register, desde',
  'discount-codes': 'Códigos de descuento',
  'pay-order': 'Abrir el pago de un pedido',
  'pay-order-address': 'Abrir el pago de pedidos',
  proposals: 'Aceptar o no',
  'script-reports': 'Fallos de las páginas',
  person: 'Solicitudes de una persona',
  'sign-in': 'Entrar con contraseña',
  'sign-up': 'Crear cuentas',
  passkey: 'Entrar con una llave',
  recovery: 'Recuperar una cuenta',
  'code-mail': 'Códigos por correo',
  'link-mail': 'Enlaces por correo',
  'oauth-authorize': 'Pedir permiso para un asistente |',
  'oauth-authorize-network': 'Pedir permiso para un asistente, desde',
  download: 'Descargas',
  push: 'Activar y probar avisos',
  'domain-check': 'Comprobar el dominio',
  'new-key': 'Claves nuevas',
  invitation: 'Invitaciones',
  'billing-sync': 'Actualizar el plan',
  ucp: 'Asistentes que compran',
}

const windows: Record<number, string> = {
  60: '1 minuto',
  180: '3 minutos',
  600: '10 minutos',
  900: '15 minutos',
  3600: '1 hora',
  86400: '24 horas',
}

/** Every rate limit that is declared, by its name. */
const declared = globSync('**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /name: '([\w-]+)',\s+max: ([\d_]+),\s+seconds: ([\d_ *]+)/g,
    ),
  ])
  .map(([, name, max, seconds]) => ({ name: name!, max: numberOf(max!), seconds: productOf(seconds!) }))

function numberOf(text: string) {
  return Number(text.replaceAll('_', ''))
}

function productOf(text: string) {
  return text.split('*').reduce((product, factor) => product * numberOf(factor), 1)
}

suite('limites.md', () => {
  test('names every rate limit with its figure and its window, and no other', () => {
    assert.deepEqual(declared.map(({ name }) => name).toSorted(), Object.keys(called).toSorted())
    for (const { name, max, seconds } of declared) {
      const row = rows.find((line) => line.startsWith(`| ${called[name]!}`)) ?? `no row of ${name}`
      const figure = name === 'key' ? '{{keyLimit}}' : String(max)
      assert.ok(
        row.includes(`| ${figure} por `) && row.endsWith(`| ${windows[seconds]} |`),
        `${name}: ${row}`,
      )
    }
  })

  test('names the most messages of WhatsApp in a day, of an account and to a number', () => {
    const source = readFileSync(join(root, 'features/whatsapp/limits.ts'), 'utf8')
    const found = [
      ...source.matchAll(/const \w+ = \{ free: ([\d_]+), paid: ([\d_]+), recipient: ([\d_]+) \}/g),
    ]
    assert.equal(found.length, 3)
    const [, account, number] = /const CODE = \{ account: (\d+), recipient: (\d+) \}/.exec(source)!
    assert.ok(guide.includes(`: ${account} por cuenta y ${number} por número, en 24 horas`))
    for (const [, ...figures] of found) {
      const [free, paid, recipient] = figures.map((text) => numberOf(text!).toLocaleString('en-US'))
      assert.ok(
        rows.some((row) => row.endsWith(`| ${free} | ${paid} | ${recipient} |`)),
        figures.join(),
      )
    }
  })
})
