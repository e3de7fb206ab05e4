import { html, type Html } from '../../core/http/html.ts'
import { SHOW_DRAFT, type Draft } from '../forms/drafts.ts'
import { lostPhotosText } from '../forms/saved-form.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'

/** The notice that a draft is shown, or that there is one of an older version, with a button that discards it. */
export function draftNotice(
  { form, base }: StoreContext,
  path: string,
  { state, lostPhotos }: Draft,
): Html | null {
  if (state === 'none') return null
  const discard = buttonForm(form(`${path}/descartar`), {}, html`<button class="quiet">Descartar</button>`)
  const lost = lostPhotos.length > 0 && html`<p>${lostPhotosText(lostPhotos)}</p>`
  if (state === 'shown') {
    return html`
      <div class="notice"><p>Esto es lo que estabas escribiendo. Todavía no está guardado.</p>${lost}${discard}</div>
    `
  }
  return html`
    <div class="notice">
      <p>Dejaste cambios sin guardar, y desde entonces el producto cambió. Aquí está como quedó.</p>
      ${lost}
      <div class="buttons"><a class="button ghost" href="${base}${path}?${SHOW_DRAFT}=1">Ver lo que escribí</a>${discard}</div>
    </div>
  `
}
