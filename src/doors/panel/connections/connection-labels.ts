import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import type { Connection, ShownConnection } from '../../../features/connections/connection.ts'
import type { ConfigurableConnection } from '../../../features/connections/fields.ts'
import { shownReason } from '../../../features/whatsapp/shown-reason.ts'
import type { Html } from '../../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { badge } from '../parts/list.ts'
import { hasIdleNumber, hasUnconfirmedNumber } from '../parts/unconfirmed-number.ts'

type Words = {
  use: Localized
  today: Localized[]
  label: Localized
  placeholder: Wording
  hint: Localized
}

const visitors = [
  t('La tienda pregunta a quien la visita, y solo lo carga si acepta.'),
  t(
    'Entonces cuenta visitas, productos vistos, agregados al carrito, pedidos empezados y pedidos hechos, con su total.',
  ),
]

const lastTime = t('Aquí ves cuándo lo hizo por última vez.')

export const connectionLabels: Record<ConfigurableConnection, Words> = {
  meta_pixel: {
    use: t('Mide qué ventas vienen de tus anuncios en Facebook e Instagram.'),
    today: [
      ...visitors,
      t('Para ver si llega: abre tu tienda, acepta, y mira «Probar eventos» en el Administrador de eventos.'),
    ],
    label: t('Identificador del píxel'),
    placeholder: '123456789012345',
    hint: t('En Meta: Administrador de eventos, tu píxel, Configuración.'),
  },
  google_analytics: {
    use: t('Mide cuántas personas visitan la tienda y qué miran.'),
    today: [
      ...visitors,
      t('Para ver si llega: abre tu tienda, acepta, y mira «Tiempo real» en Google Analytics.'),
    ],
    label: t('Identificador de medición'),
    placeholder: 'G-AB12CD34EF',
    hint: t('En Google Analytics: Administrar, Flujos de datos, tu sitio.'),
  },
  meta_catalog: {
    use: t('Tus productos en Instagram, Facebook y WhatsApp, con su precio y su foto.'),
    today: [t('Meta lee tus productos de la dirección de abajo, cada vez que se lo programes.'), lastTime],
    label: t('Identificador del catálogo'),
    placeholder: '1234567890123456',
    hint: t('En Meta: Administrador de ventas, tu catálogo, Configuración.'),
  },
  google_merchant: {
    use: t('Tus productos en las búsquedas de Google y en Google Shopping.'),
    today: [t('Google lee tus productos de la dirección de abajo, cada vez que se lo programes.'), lastTime],
    label: t('Identificador de Merchant Center'),
    placeholder: '123456789',
    hint: t('Son los números arriba a la derecha en Merchant Center.'),
  },
  custom_domain: {
    use: t('Tu tienda en una dirección tuya, como www.mitienda.com.'),
    today: [
      t(
        'La tienda se abre en tu dominio cuando dos registros de internet dicen que es tuyo y que lleva a tu tienda.',
      ),
      t('Desde entonces, tu enlace de siempre lleva a tu dominio.'),
    ],
    label: t('El dominio'),
    placeholder: t('www.mitienda.com'),
    hint: t('Uno que ya hayas comprado, con www si así lo quieres mostrar.'),
  },
}

const states: Record<Connection['state'], [text: Localized, kind: 'plain' | 'good' | 'warn' | 'bad']> = {
  off: [t('Sin conectar'), 'plain'],
  partial: [t('Falta un paso'), 'warn'],
  full: [t('Lista'), 'good'],
  paused: [t('En pausa'), 'plain'],
  degraded: [t('Con un problema'), 'bad'],
}

export const connectionState = ({ state }: Pick<Connection, 'state'>): Html => badge(...states[state])

export function whatsappState(
  context: StoreContext,
  connection: ShownConnection,
): { badge: Html; text: Wording } {
  if (context.app.config.whatsapp.api === null)
    return {
      badge: badge(t('Sin avisos'), 'plain'),
      text: t(
        'Este servicio no envía avisos por WhatsApp. Mira tus pedidos en el panel, o enciende los avisos de este dispositivo.',
      ),
    }
  if (hasUnconfirmedNumber(context))
    return {
      badge: badge(t('Falta un paso'), 'warn'),
      text: t('Confirma que el número es tuyo: hasta entonces no te llegan avisos ahí.'),
    }
  if (hasIdleNumber(context))
    return {
      badge: badge(t('Falta un paso'), 'warn'),
      text: t('Los avisos llegan a ese número. Para manejar la tienda desde su chat, confirma que es tuyo.'),
    }
  if (connection.state === 'full')
    return { badge: connectionState(connection), text: t('Cada pedido te llega como mensaje a tu número.') }
  const { hint } = connection
  return {
    badge: connectionState(connection),
    text:
      hint === null
        ? t('Guarda tu número en los datos de la tienda para que te lleguen avisos.')
        : typeof hint === 'string'
          ? shownReason(hint)
          : hint,
  }
}
