import type { Connection } from '../../../features/connections/connection.ts'
import type { ConfigurableConnection } from '../../../features/connections/fields.ts'
import type { Html } from '../../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { badge } from '../parts/list.ts'
import { hasIdleNumber, hasUnconfirmedNumber } from '../parts/unconfirmed-number.ts'

type Words = {
  use: string
  today: string
  label: string
  placeholder: string
  hint: string
}

const visitors =
  'La tienda pregunta a quien la visita, y solo lo carga si acepta. Entonces cuenta visitas, productos vistos, ' +
  'agregados al carrito, pedidos empezados y pedidos hechos, con su total.'

export const connectionLabels: Record<ConfigurableConnection, Words> = {
  meta_pixel: {
    use: 'Mide qué ventas vienen de tus anuncios en Facebook e Instagram.',
    today: `${visitors} Para ver si llega: abre tu tienda, acepta, y mira «Probar eventos» en el Administrador de eventos.`,
    label: 'Identificador del píxel',
    placeholder: '123456789012345',
    hint: 'En Meta: Administrador de eventos, tu píxel, Configuración.',
  },
  google_analytics: {
    use: 'Mide cuántas personas visitan la tienda y qué miran.',
    today: `${visitors} Para ver si llega: abre tu tienda, acepta, y mira «Tiempo real» en Google Analytics.`,
    label: 'Identificador de medición',
    placeholder: 'G-AB12CD34EF',
    hint: 'En Google Analytics: Administrar, Flujos de datos, tu sitio.',
  },
  meta_catalog: {
    use: 'Tus productos en Instagram, Facebook y WhatsApp, con su precio y su foto.',
    today:
      'Meta lee tus productos de la dirección de abajo, cada vez que se lo programes. Aquí ves cuándo lo hizo por última vez.',
    label: 'Identificador del catálogo',
    placeholder: '1234567890123456',
    hint: 'En Meta: Administrador de ventas, tu catálogo, Configuración.',
  },
  google_merchant: {
    use: 'Tus productos en las búsquedas de Google y en Google Shopping.',
    today:
      'Google lee tus productos de la dirección de abajo, cada vez que se lo programes. Aquí ves cuándo lo hizo por última vez.',
    label: 'Identificador de Merchant Center',
    placeholder: '123456789',
    hint: 'Son los números arriba a la derecha en Merchant Center.',
  },
  custom_domain: {
    use: 'Tu tienda en una dirección tuya, como www.mitienda.com.',
    today:
      'La tienda se abre en tu dominio cuando dos registros de internet dicen que es tuyo y que lleva a tu tienda. Desde ' +
      'entonces, tu enlace de siempre lleva a tu dominio.',
    label: 'El dominio',
    placeholder: 'www.mitienda.com',
    hint: 'Uno que ya hayas comprado, con www si así lo quieres mostrar.',
  },
}

const states: Record<Connection['state'], [text: string, kind: 'plain' | 'good' | 'warn' | 'bad']> = {
  off: ['Sin conectar', 'plain'],
  partial: ['Falta un paso', 'warn'],
  full: ['Lista', 'good'],
  paused: ['En pausa', 'plain'],
  degraded: ['Con un problema', 'bad'],
}

export const connectionState = ({ state }: Connection): Html => badge(...states[state])

export function whatsappState(context: StoreContext, connection: Connection): { badge: Html; text: string } {
  if (context.app.config.whatsapp.api === null)
    return {
      badge: badge('Sin avisos', 'plain'),
      text: 'Este servicio no envía avisos por WhatsApp. Mira tus pedidos en el panel, o enciende los avisos de este dispositivo.',
    }
  if (hasUnconfirmedNumber(context))
    return {
      badge: badge('Falta un paso', 'warn'),
      text: 'Confirma que el número es tuyo: hasta entonces no te llegan avisos ahí.',
    }
  if (hasIdleNumber(context))
    return {
      badge: badge('Falta un paso', 'warn'),
      text: 'Los avisos llegan a ese número. Para manejar la tienda desde su chat, confirma que es tuyo.',
    }
  if (connection.state === 'full')
    return { badge: connectionState(connection), text: 'Cada pedido te llega como mensaje a tu número.' }
  return {
    badge: connectionState(connection),
    text: connection.hint ?? 'Guarda tu número en los datos de la tienda para que te lleguen avisos.',
  }
}
