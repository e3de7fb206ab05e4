import assert from 'node:assert/strict'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { wordingIn } from '../../core/texts/text.ts'
import { aStore } from '../../../test/factories.ts'
import { importsOf } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import type { ReadableRow } from './get.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-files-')) })
const { imported } = importsOf(service)

const read = (name: string) =>
  readFile(new URL(`../../../test/fixtures/imports/${name}.csv`, import.meta.url))

/** What a rehearsal says of each product of a file: what is wrong with it, or its prices, whether it is hidden, and what is left. */
async function rehearsed(name: string, currency = 'MXN') {
  const store = await aStore(service, { currency })
  const { rows, dropped } = await imported(store, await read(name), { dryRun: true })
  return {
    products: rows.map(textOf),
    losses: dropped.map(({ reason }: { reason: string }) => reason),
    descriptions: rows.map(descriptionOf),
  }
}

const descriptionOf = ({ changes }: ReadableRow) =>
  changes.find(({ field }) => field === 'description')?.after

type Sold = { sku?: string; price: number; comparePrice?: number; isActive: boolean; variants: Variant[] }
type Variant = { name: string; price: number; stock: number | null }

function textOf({ name, issues, changes }: ReadableRow): string {
  if (issues.length > 0) return `${name}: ${issues.map(({ message }) => wordingIn(message, 'es')).join('; ')}`
  const product = Object.fromEntries(changes.map(({ field, after }) => [field, after])) as Sold
  const { sku, price, comparePrice, isActive, variants } = product
  const sold = variants.map(
    (one) => `${one.name === 'Única' ? '' : `${one.name} ${one.price} `}×${one.stock ?? '∞'}`,
  )
  const called = sku ? `${name} [${sku}]` : name
  const before = comparePrice ? ` (${comparePrice})` : ''
  return `${called}: ${price}${before}${isActive ? '' : ', oculto'}: ${sold.join(', ')}`
}

type Expected = { currency?: string; products: string[]; losses?: string[]; descriptions?: (string | null)[] }

const files: Record<string, Expected> = {
  'woocommerce-shared-stock': {
    products: ['Polera [POLERA]: 150: S 150 ×25, M 160 ×25'],
    losses: ['sharedStock'],
  },
  'woocommerce-out-of-stock': {
    products: [
      'Vela agotada sin conteo [A1]: 50: ×0',
      'Vela con conteo en cero [A2]: 50: ×0',
      'Vela sobre pedido [A3]: 50: ×∞',
      'Vela normal [A4]: 50: ×∞',
    ],
  },
  'woocommerce-sale-dates': {
    products: [
      'Oferta vencida [B1]: 120: ×∞',
      'Oferta futura [B2]: 120: ×∞',
      'Oferta abierta [B3]: 80 (120): ×∞',
    ],
    losses: ['saleOutside'],
  },
  'woocommerce-line-breaks': {
    products: ['Reloj nuevo [C1]: 50: ×∞', 'Pan & Café [C2]: 50: ×∞'],
    losses: ['otherCategories'],
    descriptions: [
      'Reloj en miniatura\n\nCopia fiel de una pieza de colección.\n\nApoya la restauración.\nRuta C:\\nueva no cambia',
      'Linea uno\nLinea dos',
    ],
  },
  loyverse: {
    currency: 'PYG',
    products: [
      'Agua [10046]: 2000: ×∞',
      'BÁSICA: 17000: EXT FAM 44000 ×∞, FAM (40CM) 38000 ×∞, MED (30CM) 22000 ×∞, PEQ (24CM) 17000 ×∞',
      'CONO PIZZA [10045]: 6000, oculto: ×∞',
    ],
    descriptions: [
      null,
      'Salsa de la casa, mozzarella, + ingrediente a elección',
      'Salsa de la casa, mozarella, pimenton (Fin de semana)',
    ],
  },
  'tiendanube-visibility': {
    currency: 'ARS',
    products: [
      'Taza alta: 10000: Bicolor 10000 ×2, Escamas 10000 ×3',
      'TALLER X SEÑA: 5000, oculto: ×0',
      'Cuenco: 7500, oculto: ×1',
    ],
    losses: ['parentCategories'],
    descriptions: ['Taza', null, null],
  },
  'prices-with-both-marks': {
    currency: 'CLP',
    products: [
      'Ramo chico: 97000: ×∞',
      'Ramo grande: 120000: ×∞',
      'Corazón de rosas: 80000: ×∞',
      'Tulipanes x 25: 57000: ×∞',
      'Caja: 1250000: ×∞',
    ],
  },
  'one-windows-1252-byte': {
    products: ['Café de olla: 35: ×∞', 'Piñata: 250: ×∞', 'Tequila Añejo: 899: ×∞'],
    losses: ['characters'],
    descriptions: [
      'Café con canela, piloncillo y clavo',
      'Estrella de siete picos, papel picado',
      'Botella 750 ml SEÑORIAL',
    ],
  },
  cp850: {
    products: ['Piñata: 250: ×∞', 'Cañón: 10: ×∞'],
    descriptions: ['Estrella de siete picos, corazón', 'Año nuevo'],
  },
  'mixed-line-ends': {
    products: ['Piñata: 250: ×∞', 'Cañón: 10: ×∞', 'Mesa: 30: ×∞'],
  },
  'shopify-descriptions-and-skus': {
    products: [
      'Con estilo [7150]: 100: ×5',
      'Entidades [E1]: 100: ×∞',
      'No listado: 100, oculto: ×∞',
      'Nombre largo: 100: ×∞',
    ],
    losses: ['longSku', 'archived'],
    descriptions: ['Mesa\nDe pino', 'PROMOÇÃO N.º 1 · 2 m² → talla Única 🎁 ä', 'x', 'x'],
  },
  'amounts-of-latin-america': {
    currency: 'UYU',
    products: [
      'a: «U$S 100» está en otra moneda (U$S) y la tienda vende en UYU (línea 2)',
      'b: «US$ 100» está en otra moneda (US$) y la tienda vende en UYU (línea 3)',
      'c: «USD 100» está en otra moneda (USD) y la tienda vende en UYU (línea 4)',
      'd: «R$ 100» está en otra moneda (R$) y la tienda vende en UYU (línea 5)',
      'e: 100: ×∞',
      'f: 1250: ×∞',
      'g: 1250: ×∞',
      'h: 1250: ×∞',
      'i: «RD$ 100» está en otra moneda (RD$) y la tienda vende en UYU (línea 10)',
      'j: «€ 100» está en otra moneda (€) y la tienda vende en UYU (línea 11)',
      'k: «100 COP» está en otra moneda (COP) y la tienda vende en UYU (línea 12)',
      'l: «B/. 100» está en otra moneda (B/.) y la tienda vende en UYU (línea 13)',
      'm: «Gs. 100» está en otra moneda (Gs.) y la tienda vende en UYU (línea 14)',
      'n: «₲100» está en otra moneda (₲) y la tienda vende en UYU (línea 15)',
      'o: «S/ 100» está en otra moneda (S/) y la tienda vende en UYU (línea 16)',
      'p: «Bs.F 100» está en otra moneda (Bs.F) y la tienda vende en UYU (línea 17)',
      'q: «Desde $100» no es un importe (línea 18)',
      'r: «MX$100» está en otra moneda (MX$) y la tienda vende en UYU (línea 19)',
      's: «$100 MXN» está en otra moneda (MXN) y la tienda vende en UYU (línea 20)',
      't: 1250.5: ×∞',
      'u: 1250.5: ×∞',
      'v: Debe ser 0 o más',
      'w: «(100)» no es un importe (línea 24)',
      'x: «100%» no es un importe (línea 25)',
      'y: «C$ 100» está en otra moneda (C$) y la tienda vende en UYU (línea 26)',
      'z: «L. 100» está en otra moneda (L.) y la tienda vende en UYU (línea 27)',
    ],
  },
  'words-for-hidden': {
    products: [
      'uno: 1, oculto: ×∞',
      'dos: 1, oculto: ×∞',
      'tres: 1, oculto: ×∞',
      'cuatro: 1, oculto: ×∞',
      'cinco: 1, oculto: ×∞',
      'seis: 1: ×∞',
      'siete: 1, oculto: ×∞',
      'ocho: 1, oculto: ×∞',
      'nueve: 1, oculto: ×∞',
      'diez: 1, oculto: ×∞',
      'once: 1, oculto: ×∞',
      'doce: 1, oculto: ×∞',
    ],
  },
  'meta-template': {
    products: [
      'Playera azul: 199: ×7',
      'Playera agotada: 199: ×0',
      'Playera en pruebas: 199, oculto: ×5',
      'Playera oferta vencida: 199: ×5',
      'Playera oculta: 199, oculto: ×0',
    ],
    losses: ['saleOutside'],
  },
  'meta-catalogue': {
    products: ['Playera azul: 199: ×7', 'Playera agotada: 199: ×0'],
  },
  wix: {
    products: ['Vestido de fiesta: 360: rosa / 2 360 ×3, rosa / 4 400 ×0', 'Moño: 90: ×0'],
    losses: ['comparePrice', 'otherCategories'],
    descriptions: ['Con tul & lazo', 'Hecho a mano'],
  },
  magento: {
    products: ['Bolsa de yoga [24-MB01]: 34: ×100', 'Bolsa retirada [24-MB02]: 38, oculto: ×0'],
    losses: ['saleOutside', 'parentCategories', 'picturePaths'],
    descriptions: ['Nylon', 'Nylon'],
  },
  prestashop: {
    currency: 'EUR',
    products: [
      'Playera colibrí [demo_1]: 28.44: ×900',
      'Suéter zorro (retirado) [demo_3]: 42.72, oculto: ×0',
    ],
    losses: ['saleOutside'],
    descriptions: ['Algodón', 'Lana'],
  },
  odoo: {
    products: ['Escritorio [FURN_001]: 1200: ×0', 'Silla archivada [FURN_002]: 300, oculto: ×5'],
    losses: ['parentCategories'],
    descriptions: ['Con cajones', null],
  },
  medusa: {
    products: ['Taza de café: 200, oculto: ×100', 'Sudadera: 5000: S 5000 ×100, M 6000 ×0'],
  },
}

suite('a file as people send it is imported with the right values, or with what is wrong with it', () => {
  for (const [name, { currency, products, losses = [], descriptions }] of Object.entries(files)) {
    test(name, async () => {
      const found = await rehearsed(name, currency)
      assert.deepEqual([found.products, found.losses], [products, losses])
      if (descriptions) assert.deepEqual(found.descriptions, descriptions)
    })
  }
})
