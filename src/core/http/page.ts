import { Type, type Static, type TSchema } from 'typebox'

/** `limit` and `offset` of a list; only the defaults differ from list to list. */
export const pageQuery = ({ limit = 50 } = {}) => ({
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: limit,
    description: 'Cuántos elementos trae la página',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Cuántos elementos se saltan desde el principio',
  }),
})

export const Page = Type.Object(pageQuery())
export type Page = Static<typeof Page>

export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ description: 'Cuántos hay en todas las páginas' }),
    limit: Type.Integer(),
    offset: Type.Integer(),
  })

export const toPage = <T>({ limit, offset }: Page, found: { data: T[]; total: number }) => ({
  ...found,
  limit,
  offset,
})
