import { html, type Html } from '../../core/http/html.ts'
import { bannerHref } from '../../media/address.ts'
import type { Shop } from '../shop.ts'
import { excerpt } from '../format.ts'

/** The hero: the store's title and text, with the theme's banner beside them if there is one. */
export function hero({ id, description, themeSettings }: Shop): Html | null {
  const { bannerUrl, bannerTitle, bannerText } = themeSettings
  const text = bannerText ?? excerpt(description, 130)
  if (!bannerTitle && !bannerUrl && !text) return null
  return html`
    <section class="hero${bannerUrl && ' pictured'}">
      <div>
        ${bannerTitle && html`<h1>${bannerTitle}</h1>`}
        ${text && html`<p class="lead">${text}</p>`}
      </div>
      ${bannerUrl && banner(id, bannerUrl)}
    </section>
  `
}

function banner(storeId: string, url: string): Html {
  const sources = [480, 800, 1280].map((width) => `${bannerHref(storeId, url, width)} ${width}w`)
  return html`
    <img src="${bannerHref(storeId, url, 800)}" srcset="${sources.join()}" sizes="100vw"
      width="16" height="9" alt="" fetchpriority="high">
  `
}
