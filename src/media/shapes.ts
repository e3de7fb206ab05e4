import { QueueFull } from '../core/concurrency/fair-queue.ts'
import { withTimeout } from '../core/process/with-timeout.ts'
import { NotAPicture } from './converter.ts'
import type { Shape } from './shape.ts'
import type { Sources } from './sources.ts'

/** The shapes of a store's pictures by their addresses, null where one is not known yet. */
export type FindShapes = (storeId: string, urls: string[]) => Promise<Map<string, Shape | null>>

/** ms that a page waits for the shapes of pictures that were just uploaded */
const MAX_WAIT = 400

export function shapesFinder({ shape }: Pick<Sources, 'shape'>): FindShapes {
  return async (storeId, urls) =>
    new Map(
      await Promise.all(
        urls.map(async (url): Promise<[string, Shape | null]> => [url, await knownShape(storeId, url)]),
      ),
    )

  async function knownShape(storeId: string, url: string): Promise<Shape | null> {
    try {
      return await withTimeout(shape(storeId, url), MAX_WAIT, () => new QueueFull())
    } catch (error) {
      if (error instanceof QueueFull || error instanceof NotAPicture) return null
      throw error
    }
  }
}
