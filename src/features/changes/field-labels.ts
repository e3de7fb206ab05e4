import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import { phrases } from '../products/fields.ts'
import type { ChangeResource } from './change.ts'
import { plainRecords } from './plain-resources.ts'

/** A field's label with its article; its API name if it has no label. */
export function labelOf(resource: ChangeResource, field: string): Wording {
  return ownLabels[resource]?.[field] ?? labels[field] ?? `«${field}»`
}

const ownLabels: Partial<Record<ChangeResource, Record<string, Localized>>> = {
  webhook: { url: t('la dirección'), events: t('los eventos'), secret: t('el secreto') },
  ...Object.fromEntries(plainRecords.map(({ resource, phrases: own }) => [resource, own])),
}

const labels: Record<string, Localized> = {
  ...phrases,
  variants: t('las variantes'),
  whatsappNumber: t('el número de WhatsApp'),
  currency: t('la moneda'),
  language: t('el idioma'),
  messageTemplate: t('el mensaje del pedido'),
  address: t('la dirección'),
  instagram: t('el Instagram'),
  paymentInstructions: t('cómo se paga'),
  minimumOrder: t('el pedido mínimo'),
  freeShippingFrom: t('el envío gratis'),
  zeroPrice: t('lo que dice un precio 0'),
  hours: t('el horario'),
  timeZone: t('la zona horaria'),
  closedUntil: t('el cierre'),
  closedMessage: t('el aviso de cierre'),
  allowedOrigins: t('los sitios que pueden usar la API'),
  ordersWhileClosed: t('los pedidos fuera de horario'),
  closedForOrders: t('los pedidos durante el cierre'),
  published: t('los ajustes'),
  confirmPaidOrders: t('la confirmación de lo pagado'),
  unpaidHours: t('el plazo para pagar'),
  phoneVerification: t('la confirmación de teléfonos'),
  settings: t('los datos'),
  isPaused: t('la pausa'),
  role: t('el papel'),
  status: t('el estado'),
  scopes: t('los permisos'),
  revokedAt: t('la revocación'),
}
