import { html } from '../../core/http/html.ts'
import { whatsappShare } from '../../core/values/phone.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { section } from '../parts/list.ts'
import { copyField } from '../parts/share.ts'

export const sharePage = storePage({
  path: '/compartir',
  needs: 'store:read',
  show(context) {
    const { base, store } = context
    const link = linkOf(context)
    const main = html`
      ${section(
        'El enlace de tu tienda',
        html`
          ${copyField('El enlace', link)}
          <p class="buttons">
            <a class="button" href="${whatsappShare(`${store.name}: ${link}`)}" target="_blank"
              rel="noopener">
              ${icon('chat')}Enviar por WhatsApp
            </a>
            <button type="button" class="button ghost" data-share="${link}" data-title="${store.name}">
              ${icon('share')}Compartir
            </button>
          </p>
        `,
      )}
      ${section(
        'Para pegar en el mostrador',
        html`
          <img class="qr" src="/${store.slug}/qr.svg" alt="Código QR que abre ${link}" width="180"
            height="180">
          <p class="buttons">
            <a class="button ghost" href="${base}/compartir/cartel">${icon('print')}Imprimir el cartel</a>
            <a class="button ghost" href="/${store.slug}/qr.svg" download="qr-${store.slug}.svg">
              Descargar el código
            </a>
          </p>
        `,
      )}
      ${section(
        'Textos listos',
        html`
          ${texts(store.name, link).map(({ label, text }) => copyField(label, text))}
        `,
      )}
    `
    return { title: 'Compartir', main }
  },
})

export const posterPage = storePage({
  path: '/compartir/cartel',
  needs: 'store:read',
  show(context) {
    const { base, store } = context
    const link = linkOf(context)
    return {
      title: `Cartel de ${store.name}`,
      isBare: true,
      main: html`
        <p class="buttons no-print">
          <a class="quiet" href="${base}/compartir">${icon('back')}Compartir</a>
          <button type="button" class="button" data-print>${icon('print')}Imprimir</button>
        </p>
        <article class="poster">
          <h1>${store.name}</h1>
          <p>Mira todo y pide desde tu teléfono</p>
          <img src="/${store.slug}/qr.svg" alt="Código QR que abre ${link}" width="600" height="600">
          <p><b>${bare(link)}</b></p>
        </article>
      `,
    }
  },
})

const linkOf = ({ app, store }: StoreContext) => `${app.publicUrl}/${store.slug}`
const bare = (link: string) => link.replace(/^https?:\/\//, '')

const texts = (name: string, link: string) => [
  { label: 'Para tu estado', text: `Ya puedes ver todo lo de ${name} y pedir desde aquí 👉 ${link}` },
  {
    label: 'Para responder a quien pregunta',
    text:
      `¡Hola! Aquí está el catálogo con los precios: ${link} ` +
      'Elige lo que te guste y el pedido me llega por WhatsApp.',
  },
  { label: 'Para tu perfil', text: `${name} · Pedidos: ${link}` },
]
