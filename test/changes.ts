import type { aStore } from './factories.ts'
import type { Service } from './service.ts'

export type Store = Awaited<ReturnType<typeof aStore>>

export type Variant = { id?: string; name: string }

type Listed = { id: string; variants: Variant[] }

/** Reads, makes and undoes changes of a store over HTTP. */
export function changesOn(service: Service) {
  const changesOf = async ({ key }: { key: string }) => (await service.get('/api/v1/changes', key)).json.data

  const newest = async (store: { key: string }) => (await changesOf(store))[0]!.id

  const undo = ({ key }: { key: string }, id: string) => service.post(`/api/v1/changes/${id}/undo`, { key })

  /** All that may be undone, as the API shows it, without the times of the last write. */
  async function stateOf({ key }: { key: string }) {
    const paths = [
      'products?status=all&variants=all',
      'categories',
      'discounts',
      'shipping',
      'store',
      'store/themes/lino',
      'store/themes/tinta',
    ]
    const all = await Promise.all(paths.map((path) => service.get(`/api/v1/${path}`, key)))
    return JSON.parse(
      JSON.stringify(
        all.map(({ json }) => json),
        (name, value: unknown) => (['updatedAt', 'draftUpdatedAt', 'url'].includes(name) ? undefined : value),
      ),
    )
  }

  const put = ({ key }: Store, path: string, body: object) => service.put(`/api/v1/${path}`, { key, body })

  async function one({ key }: Store, path: string, n: number) {
    const { text } = await service.get(`/api/v1/${path}`, key)
    const { data } = JSON.parse(text) as { data: Listed[] }
    return data[n % data.length]
  }

  return { changesOf, newest, undo, stateOf, put, one }
}
