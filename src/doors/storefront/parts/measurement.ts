import { html, jsonScript, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { assets } from './icon.ts'

/** The events that a page measures of shoppers who agreed, besides the visit. */
export type Measured = { event?: 'view_item' | 'begin_checkout'; value?: number; items?: Item[] }
type Item = { id: string; name: string; price: number; quantity: number }

export const isMeasured = ({ trackers: { meta, google } }: Shop): boolean => meta !== null || google !== null

/** The script requests consent once, and loads nothing from other hosts before it. */
export const measurementHead = ({ trackers, currency }: Shop, measured: Measured) => html`
  <link rel="stylesheet" href="${assets.href('measurement.css')}">
  ${jsonScript('application/json', { ...trackers, currency, page: measured })}
  <script type="module" src="${assets.script('measurement.js')}"></script>
`

/** Hidden until the script shows it. Both choices are one tap, and look alike. */
export function consentNotice({ name, trackers: { meta, google } }: Shop): Html {
  const pixel = t('el píxel de Meta')
  const tools = !meta ? 'Google Analytics' : google ? t('Google Analytics y {pixel}', { pixel }) : pixel
  return html`
  <section class="consent" aria-label="${t('Medición de visitas')}" hidden>
    <p>
      <b>${t('¿Podemos contar tu visita?')}</b>
      ${t('{shop} usa {tools} para saber qué se mira y qué se pide. Solo se carga si aceptas.', { shop: name, tools })}
    </p>
    <p>
      <button class="button ghost" data-choice="no">${t('No, gracias')}</button>
      <button class="button ghost" data-choice="sí">${t('Sí, acepto')}</button>
    </p>
  </section>
`
}
