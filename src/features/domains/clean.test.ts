import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ApiError } from '../../core/errors/errors.ts'
import { cleanDomain } from './domain.ts'

const settings = {
  publicUrl: 'https://tiendas.vitrina.mx:8443',
  panelUrl: 'https://panel.otro.mx',
  shopsDomain: 'shops.vitrina.mx',
  allowPrivateDestinations: false,
}

suite('a domain as it is typed', () => {
  for (const [typed, domain] of [
    ['www.mitienda.com', 'www.mitienda.com'],
    ['  HTTPS://Www.MiTienda.com.mx:443/p/cafe?x=1#y ', 'www.mitienda.com.mx'],
    ['mitienda.com.', 'mitienda.com'],
    ['mitienda.com:8080', 'mitienda.com'],
    ['Ñandú.com.ar', 'xn--and-6ma2c.com.ar'],
    ['café。gt', 'xn--caf-dma.gt'],
    ['otro-vitrina.mx', 'otro-vitrina.mx'],
    ['mitienda.eu.org', 'mitienda.eu.org'],
    ['onion.mitienda.mx', 'onion.mitienda.mx'],
  ] as const)
    test(`is stored as ${domain}: ${typed.trim()}`, () => assert.equal(cleanDomain(typed, settings), domain))

  for (const typed of [
    [
      '',
      ' ',
      'tienda',
      'localhost',
      'a..mx',
      '.mx',
      '-a.mx',
      'a-.mx',
      'a_b.mx',
      'mi tienda.mx',
      `${'a'.repeat(64)}.mx`,
    ],
    [
      `${'a.'.repeat(126)}mx`,
      '*.mitienda.com',
      'user@mitienda.com',
      'a.mx,b.mx',
      '1.2.3.4',
      '[::1]',
      '0x7f.1',
      '2130706433',
      '127.1',
    ],
    [
      'tienda.onion',
      'tienda.arpa',
      '1.168.192.in-addr.arpa',
      'tienda.home.arpa',
      'tienda.alt',
      'tienda.invalid',
    ],
    ['github.io', 'GITHUB.io.', 'vercel.app', 'myshopify.com', 'blogspot.com', 'eu.org', 's3.amazonaws.com'],
    ['com', 'com.mx', 'co.uk', 'gob.ar', 'tienda.local', 'a.internal', 'a.localhost', 'mitienda.test', '\0'],
    [
      'tiendas.vitrina.mx',
      'TIENDAS.vitrina.mx.',
      'cafe.tiendas.vitrina.mx',
      'panel.otro.mx',
      'https://x.panel.otro.mx/',
      'shops.vitrina.mx',
      'cafe.shops.vitrina.mx',
    ],
  ].flat())
    test(`is rejected: ${JSON.stringify(typed.slice(0, 30))}`, () =>
      assert.throws(() => cleanDomain(typed, settings), { status: 400 }))

  test('is called no public suffix where it is an IP address', () =>
    assert.throws(
      () => cleanDomain('93.184.216.34', settings),
      (error: ApiError) => JSON.stringify(error.body).includes('Solo el dominio'),
    ))

  test('may end in .test in development', () => {
    const development = { ...settings, allowPrivateDestinations: true }
    assert.equal(cleanDomain('cafe.test', development), 'cafe.test')
    assert.throws(() => cleanDomain('test', development), { status: 400 })
  })
})
