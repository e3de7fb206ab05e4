import { slugOf } from '../../../core/values/slug.ts'

const FOLDER = '/docs/referencia'

/** The page of a group of operations, as the document names it. */
export const groupHref = (tag: string) => `${FOLDER}/${slugOf(tag, 'grupo')}`
export const objectsHref = `${FOLDER}/objetos`
export const eventsHref = `${FOLDER}/eventos`
