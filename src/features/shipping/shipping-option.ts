import { t } from '../../core/texts/text.ts'
import { Type } from 'typebox'
import { countRows } from '../../core/database/count-rows.ts'
import { SingleLine, MultiLine, Nullable, Price } from '../../core/http/schema.ts'
import { activeField, positionField } from '../../core/resources/field.ts'
import { resource, type RowOf } from '../../core/resources/resource.ts'
import { checkAmount } from '../../core/values/money.ts'
import { requireCapacity } from '../billing/plans.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { Area, Areas, replaceAreas } from './area.ts'
import { DeliveryKind } from './delivery-kind.ts'

export const shippingOptions = resource({
  id: { one: 'ShippingOption', many: 'ShippingOptions' },
  path: '/shipping',
  table: 'shipping_options',
  scope: 'shipping',
  words: { one: 'una opción de envío', many: 'opciones de envío', the: t('La opción de envío') },
  recordedAs: { one: t('el envío'), many: t('envíos'), of: t('del envío') },
  descriptions: {
    list: 'Las opciones de envío de la tienda, activas o no, en su orden.',
    get: 'La opción de envío, esté activa o no.',
    create: 'Sin `position` queda al final de la lista.',
    update:
      'Solo cambian los campos enviados; `areas`, si se envía, reemplaza el conjunto por id. Los pedidos ya hechos conservan su envío.',
    delete: 'Los pedidos ya hechos conservan su envío.',
  },
  errors: { create: ['PLAN_LIMIT_REACHED'] },
  fields: {
    name: {
      schema: SingleLine({ max: 80, description: 'Nombre', examples: ['Envío a domicilio'] }),
      type: 'text',
      phrase: t('el nombre'),
      required: true,
    },
    price: {
      schema: Price('Precio, que se suma al pedido'),
      type: 'numeric',
      phrase: t('el precio'),
      required: true,
    },
    kind: {
      schema: DeliveryKind,
      shown: DeliveryKind,
      type: 'text',
      phrase: t('la forma de entrega'),
      default: 'delivery',
    },
    description: {
      schema: Nullable(MultiLine({ max: 500, description: 'Descripción' })),
      type: 'text',
      phrase: t('la descripción'),
    },
    estimatedDelivery: {
      schema: Nullable(
        SingleLine({ min: 0, max: 80, description: 'Cuánto tarda', examples: ['1 a 2 días hábiles'] }),
      ),
      type: 'text',
      phrase: t('el tiempo de entrega'),
    },
    position: positionField(),
    isActive: activeField('Si se puede elegir en un pedido'),
    areas: { schema: Areas, shown: Type.Array(Area), type: 'jsonb', phrase: t('las zonas'), default: [] },
  },
  order: 'position, name, id',
  unedited: { position: 0, updatedAt: '' },
  lock: lockCatalog,
  toStored({ areas, ...sent }, before, { currencyDigits }) {
    checkAmount('price', sent.price, currencyDigits)
    return { ...sent, ...(areas && { areas: replaceAreas(before?.areas ?? [], areas, currencyDigits) }) }
  },
  admit: async (tx, storeId, _option, before) =>
    before ??
    requireCapacity(tx, storeId, 'shippingOptions', () => countRows(tx, 'shipping_options', storeId)),
  afterWrite: raiseCatalogVersion, // products' pages say how they are delivered
})
export type ShippingOption = RowOf<typeof shippingOptions>
