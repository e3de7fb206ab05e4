import { timeZoneOfCurrency } from '../../../core/values/currency.ts'
import { zoneOf } from '../../../features/hours/hours.ts'
import type { StoreRow } from '../../../features/stores/store.ts'
import { toDateField } from '../forms/form-to-json.ts'
import type { StoreContext } from '../page.ts'
import { fold, optionsOf, type Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'
import { hoursField } from '../hours/hours-field.ts'
import { t } from '../../../core/texts/text.ts'

export const zeroPriceNames = { free: t('Gratis'), ask: t('Consultar precio') }

/** How shoppers pay, and from when on they may order or get free shipping. */
export const sellingFields = ({ store }: StoreContext, saved: StoreRow): Part =>
  fold(
    {
      summary: t('Pago, pedido mínimo, envío gratis y precio 0'),
    },
    [
      {
        name: 'paymentInstructions',
        label: t('Cómo te pagan'),
        value: saved.paymentInstructions,
        max: 1000,
        lines: 4,
        hint: t(
          'La cuenta y a nombre de quién está. Se lee después de pedir, con un botón que copia el número. Al mensaje va con {placeholder}.',
          { placeholder: '{{pago}}' },
        ),
      },
      moneyField(store, {
        name: 'minimumOrder',
        label: t('Pedido mínimo'),
        value: saved.minimumOrder,
        hint: t('En productos, sin el envío. Vacío: cualquier pedido.'),
      }),
      moneyField(store, {
        name: 'freeShippingFrom',
        label: t('Envío gratis desde'),
        value: saved.freeShippingFrom,
        hint: t('En productos. Vacío: el envío siempre se cobra.'),
      }),
      {
        name: 'zeroPrice',
        label: t('Si un precio es 0, tu tienda dice'),
        value: saved.zeroPrice,
        options: optionsOf(zeroPriceNames),
        hint: t('Con «Consultar precio» te preguntan por WhatsApp y no se puede pedir hasta que pongas uno.'),
      },
    ],
  )

export const placeFields = (saved: StoreRow): Part =>
  fold(
    {
      summary: t('Dónde estás y cuándo abres'),
    },
    [
      {
        name: 'address',
        label: t('Dirección del local'),
        value: saved.address,
        max: 300,
        autocomplete: 'street-address',
        hint: t('Se muestra con un enlace al mapa.'),
      },
      {
        name: 'instagram',
        label: 'Instagram',
        value: saved.instagram,
        max: 80,
        autocomplete: 'off',
        before: '@',
      },
      hoursField(saved.hours),
      {
        name: 'timeZone',
        label: t('Zona horaria'),
        value: saved.timeZone,
        options: zoneOptions(saved),
        hint: t('El horario y las fechas del panel van en esta hora.'),
      },
    ],
  )

export const closingFields = ({ store }: StoreContext, saved: StoreRow): Part =>
  fold(
    {
      summary: t('Vacaciones y pedidos con la tienda cerrada'),
    },
    [
      {
        name: 'closedUntil',
        label: t('Cerrada hasta'),
        value: toDateField(saved.closedUntil, store.timeZone),
        type: 'datetime-local',
        hint: t('Vacío: abres según tu horario.'),
      },
      {
        name: 'closedMessage',
        label: t('Qué dice mientras tanto'),
        value: saved.closedMessage,
        max: 300,
        lines: 2,
        placeholder: t('Estamos de vacaciones. ¡Felices fiestas!'),
      },
      {
        name: 'ordersWhileClosed',
        label: t('Recibir pedidos con la tienda cerrada'),
        hint: t('Apagado, nadie puede pedir hasta que abras.'),
        value: saved.ordersWhileClosed,
      },
    ],
  )

/** The time zones of the offered countries; one that was set over the API is added. */
const zones = [
  'America/Argentina/Buenos_Aires', 'America/Asuncion', 'America/Bogota', 'America/Cancun', 'America/Caracas',
  'America/Chicago', 'America/Costa_Rica', 'America/Denver', 'America/El_Salvador', 'America/Guatemala', 'America/Guayaquil',
  'America/Havana', 'America/Hermosillo', 'America/La_Paz', 'America/Lima', 'America/Los_Angeles', 'America/Managua',
  'America/Manaus', 'America/Mexico_City', 'America/Montevideo', 'America/New_York', 'America/Panama',
  'America/Puerto_Rico', 'America/Punta_Arenas', 'America/Rio_Branco', 'America/Santiago', 'America/Santo_Domingo',
  'America/Sao_Paulo', 'America/Tegucigalpa', 'America/Tijuana', 'Atlantic/Canary', 'Europe/Madrid',
  'Pacific/Easter', 'Pacific/Galapagos', 'UTC',
] // prettier-ignore

function zoneOptions(saved: StoreRow) {
  const own = {
    value: '',
    label: t('{zone}, por tu moneda', { zone: zoneLabel(timeZoneOfCurrency(saved.currency)) }),
  }
  const known = [...new Set([...zones, zoneOf(saved)])].map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
  }))
  return [own, ...known.toSorted((a, b) => a.label.localeCompare(b.label, 'es'))]
}

/** `Ciudad` of `Continente/País/Ciudad`, as people look for it. */
const zoneLabel = (zone: string) => zone.split('/').at(-1)!.replaceAll('_', ' ')
