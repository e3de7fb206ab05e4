import { t } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { invalid } from '../../core/errors/errors.ts'
import { Nullable, PartialBody, Price, SingleLine } from '../../core/http/schema.ts'
import { newId } from '../../core/values/id.ts'
import { checkAmount } from '../../core/values/money.ts'

export const MAX_AREAS = 200
export const MAX_POSTAL_CODES = 50
export const MAX_AREA_NAME = 80

export const Areas = Type.Array(
  PartialBody({
    id: Type.String(),
    name: SingleLine({ max: MAX_AREA_NAME, examples: ['Zona 10'] }),
    price: Nullable(Price('Nulo: el de la opción')),
    postalCodes: Type.Array(SingleLine({ min: 2, max: 10, pattern: '^[^,;]+$' }), {
      maxItems: MAX_POSTAL_CODES,
      description: 'Códigos postales o su comienzo',
    }),
  }),
  {
    maxItems: MAX_AREAS,
    description:
      'Zonas: cada pedido elige una. El conjunto nuevo: con id las que siguen, sin id (y con name) las nuevas',
  },
)

export const Area = Type.Object({
  id: Type.String(),
  name: Type.String(),
  price: Nullable(Type.Number()),
  postalCodes: Type.Array(Type.String()),
})
export type Area = Static<typeof Area>
type AreaInput = Static<typeof Areas>[number]

/** Those with an id are changed, those without one added, missing ones go. @throws 400 on `areas.N.id`, `.name` or `.price` */
export function replaceAreas(known: Area[], input: AreaInput[], currencyDigits: number): Area[] {
  const ids = new Set<string>()
  return input.map((area, n) => {
    checkAmount(`areas.${n}.price`, area.price, currencyDigits)
    const before = area.id === undefined ? newArea(area, n) : known.find(({ id }) => id === area.id)
    if (!before) throw invalid(`areas.${n}.id`, 'not_found', t('La zona no existe en esta opción de envío'))
    if (ids.has(before.id)) throw invalid(`areas.${n}.id`, 'duplicate', t('La zona está dos veces'))
    ids.add(before.id)
    return {
      ...before,
      ...area,
      id: before.id,
      postalCodes: (area.postalCodes ?? before.postalCodes).map(compact),
    }
  })
}

function newArea({ name }: AreaInput, n: number): Area {
  if (name === undefined) throw invalid(`areas.${n}.name`, 'required', t('Este campo es obligatorio'))
  return { id: newId(), name, price: null, postalCodes: [] }
}

/** People write a code with a space in it or without. */
const compact = (code: string) => code.replaceAll(/\s/g, '')
