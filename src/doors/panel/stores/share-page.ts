import { html } from '../../../core/http/html.ts'
import { whatsappShare } from '../../../core/values/phone.ts'
import type { App } from '../../../core/http/app.ts'
import { noteShared } from '../../../features/stores/share.ts'
import { storePage, type StoreContext } from '../page.ts'
import { enterStore } from '../register.ts'
import { icon } from '../parts/icon.ts'
import { section } from '../parts/list.ts'
import { tablesLink } from './tables-page.ts'
import { copyField } from '../parts/share.ts'
import { qrHref, shopUrl, withoutProtocol } from '../../../features/stores/address.ts'
import { t } from '../../../core/texts/text.ts'

export const sharePage = storePage({
  path: '/compartir',
  needs: 'store:read',
  async show(context) {
    const { base, store } = context
    const link = linkOf(context)
    const tables = await tablesLink(context)
    const main = html`
      ${section(
        t('El enlace de tu tienda'),
        html`
          ${copyField(t('El enlace'), link)}
          <p class="buttons">
            <a class="button" href="${base}/compartir/enlace" target="_blank"
              rel="noopener">
              ${icon('chat')}${t('Enviar por WhatsApp')}
            </a>
            <button type="button" class="button ghost" data-share="${link}" data-title="${store.name}"
              data-noted="${base}/compartir/enlace">
              ${icon('share')}${t('Compartir')}
            </button>
          </p>
        `,
      )}
      ${section(
        t('Para pegar en el mostrador'),
        html`
          <img class="qr" src="${qrHref(store)}" alt="${t('Código QR que abre {link}', { link })}" width="180"
            height="180">
          <p class="buttons">
            <a class="button ghost" href="${base}/compartir/cartel">${icon('print')}${t('Imprimir el cartel')}</a>
            <a class="button ghost" href="${qrHref(store)}" download="qr-${store.slug}.svg">
              ${t('Descargar el código')}
            </a>
          </p>
          ${tables}
        `,
      )}
      ${section(
        t('Textos listos'),
        html`
          ${texts(store.name, link).map(({ label, text }) => copyField(label, text))}
        `,
      )}
    `
    return { title: t('Compartir'), main }
  },
})

/** Opens WhatsApp with the link to be sent to somebody; what shares it with JavaScript requests this, too. */
export function shareLinkRoute(app: App) {
  app.get('/t/:slug/compartir/enlace', async (request, reply) => {
    const context = await enterStore({ app, request, reply }, 'store:read')
    if (!context) return reply
    await noteShared(app.sql, context.store.id)
    return reply.redirect(whatsappShare(`${context.store.name}: ${linkOf(context)}`), 303)
  })
}

export const posterPage = storePage({
  path: '/compartir/cartel',
  needs: 'store:read',
  async show(context) {
    const { app, base, store } = context
    const link = linkOf(context)
    await noteShared(app.sql, store.id)
    return {
      title: t('Cartel de {name}', { name: store.name }),
      isBare: true,
      main: html`
        <p class="buttons no-print">
          <a class="quiet" href="${base}/compartir">${icon('back')}${t('Compartir')}</a>
          <button type="button" class="button" data-print>${icon('print')}${t('Imprimir')}</button>
        </p>
        <article class="poster">
          <h1>${store.name}</h1>
          <p>${t('Mira todo y pide desde tu teléfono')}</p>
          <img src="${qrHref(store)}" alt="${t('Código QR que abre {link}', { link })}" width="600" height="600">
          <p><b>${withoutProtocol(link)}</b></p>
        </article>
      `,
    }
  },
})

const linkOf = ({ app, store }: StoreContext) => shopUrl(app, store)

const texts = (name: string, link: string) => [
  {
    label: t('Para tu estado'),
    text: t('Ya puedes ver todo lo de {name} y pedir desde aquí 👉 {link}', { name, link }),
  },
  {
    label: t('Para responder a quien pregunta'),
    text: t(
      '¡Hola! Aquí está el catálogo con los precios: {link} Elige lo que te guste y el pedido me llega por WhatsApp.',
      { link },
    ),
  },
  { label: t('Para tu perfil'), text: t('{name} · Pedidos: {link}', { name, link }) },
]
