import { slugOf } from '../../../core/values/slug.ts'

const FOLDER = '/docs/referencia'

export const groupHref = (tag: string) => `${FOLDER}/${slugOf(tag, 'grupo')}`
export const objectsHref = `${FOLDER}/objetos`
export const eventsHref = `${FOLDER}/eventos`
