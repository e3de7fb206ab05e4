import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startImports } from '../src/features/imports/start.ts'
import { createLog } from '../src/core/process/log.ts'
import type { aStore } from './factories.ts'
import type { Service } from './service.ts'
import { waitFor } from './wait-for.ts'

export type Store = Awaited<ReturnType<typeof aStore>>
type Options = { dryRun?: boolean; skipRefused?: boolean; columns?: Record<string, string | null> }

/** Sends files of products to the API of a service, and runs its imports. */
export function importsOf(service: Service) {
  const worker = startImports({ sql: service.sql, log: createLog('silent') })
  after(worker.stop)
  return { worker, post, send, ended, imported, undo, productsOf, productOf }

  async function post(
    store: Store,
    body: FormData | string | Uint8Array,
    headers: Record<string, string> = {},
    query = '',
  ) {
    const response = await fetch(`${service.url}/api/v1/imports${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${store.key}`, ...headers },
      body: body as NonNullable<RequestInit['body']>,
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- each test names the shape that it expects
    return { status: response.status, headers: response.headers, json: (await response.json()) as any }
  }

  /** Sends a file as a form does. */
  async function send(
    store: Store,
    file: string | Buffer,
    options: Options = {},
    headers: Record<string, string> = {},
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries(options)) form.set(name, JSON.stringify(value))
    form.set('file', new Blob([new Uint8Array(Buffer.from(file))], { type: 'text/csv' }), 'productos.csv')
    return post(store, form, headers)
  }

  /** The import once it has ended, with its rows. */
  async function ended(store: Store, id: string) {
    await waitFor(async () => {
      worker.trigger()
      const [row] = await service.sql`
        select 1 from imports where store_id = ${store.id} and id = ${id} and state not in ('waiting', 'undoing')`
      return row !== undefined
    })
    return (await service.get(`/api/v1/imports/${id}?limit=100`, store.key)).json.data
  }

  async function imported(store: Store, file: string | Buffer, options: Options = {}) {
    const { status, json } = await send(store, file, options)
    assert.equal(status, 201, JSON.stringify(json))
    return ended(store, json.data.id)
  }

  async function undo(store: Store, id: string) {
    const { status, json } = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
    assert.equal(status, 200, JSON.stringify(json))
    return ended(store, id)
  }

  async function productsOf(store: Store) {
    const { json } = await service.get('/api/v1/products?status=all&variants=all&limit=100', store.key)
    return json.data
  }

  async function productOf(store: Store, slug: string) {
    const found = (await productsOf(store)).find((product: { slug: string }) => product.slug === slug)
    assert.ok(found, slug)
    return found
  }
}

export const actions = ({ rows }: { rows: { action: string }[] }) => rows.map(({ action }) => action)

/** A file of two products in our own format. */
export const twoProducts = 'Nombre,Precio,Descripción\nCafé,"1,250.50",Tostado\nTaza,80,\n'
