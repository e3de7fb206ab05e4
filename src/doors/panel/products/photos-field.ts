import { html, type Html } from '../../../core/http/html.ts'
import { pictureHref } from '../../../features/media/address.ts'
import { storedId } from '../../../features/media/image.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import { lastOf, rowsOf, withRows, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import type { Field } from '../parts/field.ts'
import { icon } from '../parts/icon.ts'
import { dragHandle } from '../parts/list.ts'

/** The buttons that order the photos: `3 first` is the photo in row 3 and where it goes. */
const MOVE_PHOTO = '_photo'

const WIDTH = 240

type Photo = { row: number | ''; url: string; alt: string; src: string | null; isRemoved: boolean }

/** A product's photos in their order, and the field that adds some. A script uploads each as soon as it is chosen. */
export function photosField(context: StoreContext, form: Form, product: ProductRow | null): Field {
  const rows = photosOf(context, form, product).flatMap(({ row }) => [
    `images.${row}.url`,
    `images.${row}.alt`,
  ])
  return {
    names: ['photos', 'images', 'images.*', ...rows],
    control: (form) => photosControl(context, form, product),
  }
}

function photosControl(context: StoreContext, form: Form, product: ProductRow | null): Html {
  const photos = photosOf(context, form, product)
  const wrong = form.wrong('photos', 'images', 'images.*')
  const saved = product?.images ?? []
  const isOther =
    form.isConflict && photos.map(({ url }) => url).join() !== saved.map(({ url }) => url).join()
  const now = t('Ahora hay {n, plural, one {# foto guardada} other {# fotos guardadas}}, y no son estas.', {
    n: saved.length,
  })
  const blank: Photo = { row: '', url: '', alt: '', src: null, isRemoved: false }
  return html`
    <photo-list data-upload="${context.base}/fotos" data-draft="${context.base}/borrador" data-account="${context.session.accountId}">
      <ul class="photos" aria-label="${t('Fotos')}">${photos.map((photo, n) => photoRow(form, photo, n + 1))}</ul>
      <template>${photoRow(form, blank, 0)}</template>
      <div class="add-photos">
        <label for="photos">${icon('camera')}${t('Agregar fotos')}</label>
        <input type="file" id="photos" name="photos" accept="image/jpeg,image/png,image/webp" multiple
          aria-describedby="${wrong && 'photos-wrong '}photos-hint"
          ${wrong && invalidAttributes(form, 'photos', 'images', 'images.*')}>
      </div>
      <p class="wrong" role="alert" data-rejected></p>
      ${wrong && errorText(wrong, 'photos-wrong')}
      ${isOther && html`<p class="hint">${now}</p>`}
      <p class="hint" id="photos-hint">${t('La primera es la portada. Hasta 10.')}</p>
    </photo-list>
  `
}

function photosOf({ store }: StoreContext, form: Form, product: ProductRow | null): Photo[] {
  const saved = product?.images ?? []
  const count = form.rows('images', saved.length)
  const photos = Array.from({ length: count }, (_, row) => {
    const url = form.value(`images.${row}.url`, saved[row]?.url)
    const alt = form.value(`images.${row}.alt`, saved[row]?.alt)
    const isRemoved = form.value(`images.${row}._remove`) === 'true'
    const isSaved = product !== null && saved.some((image) => image.url === url)
    const src = isSaved ? pictureHref(store.id, product.id, url, WIDTH) : uploadedPath(store.id, url)
    return { row, url, alt, src, isRemoved }
  })
  return photos.filter(({ url }) => url !== '')
}

/** The path of an uploaded photo that no product shows yet; the panel may have its own host. */
const uploadedPath = (storeId: string, url: string) => (storedId(storeId, url) ? new URL(url).pathname : null)

/** A photo with its X and its handle; a tap on it opens its text and the buttons that order it. */
function photoRow(form: Form, { row, url, alt, src, isRemoved }: Photo, place: number): Html {
  const name = (of: string) => `images.${row}.${of}`
  const wrong = form.wrong(name('url'), name('alt'))
  const wrongId = `${name('alt')}-wrong`
  const marks =
    wrong && html`${invalidAttributes(form, name('url'), name('alt'))} aria-describedby="${wrongId}"`
  const move = (to: 'first' | 'before' | 'after', label: Localized) => html`
    <button class="chip" name="${MOVE_PHOTO}" value="${row} ${to}" data-photo="${to}">${label}</button>
  `
  return html`
    <li class="photo">
      <details${wrong && html` open`}>
        <summary aria-label="${t('Texto y lugar de la foto {n}', { n: place })}">
          <img class="thumb"${src && html` src="${src}"`} width="96" height="96" alt="">
        </summary>
        <div>
          <label>
            ${t('Qué se ve en la foto (opcional)')}
            <input type="text" name="${name('alt')}" value="${alt}" maxlength="200"${marks}>
          </label>
          <div class="buttons">
            ${move('first', t('Poner primera'))}
            ${move('before', t('Antes | lugar de una foto'))}
            ${move('after', t('Después | lugar de una foto'))}
          </div>
        </div>
      </details>
      <input type="hidden" name="${name('url')}" value="${url}">
      <label class="take-out">
        <input type="checkbox" name="${name('_remove')}" value="true"
          aria-label="${t('Quitar la foto {n}', { n: place })}"${isRemoved && html` checked`}>
        ${icon('close')}
      </label>
      ${dragHandle}
      <progress max="1" value="0" aria-label="${t('Subiendo la foto')}" hidden></progress>
      <p class="wrong" role="alert"${wrong ? html` id="${wrongId}"` : html` hidden`}>${wrong}</p>
      <button type="button" class="quiet" data-photo="retry" hidden>${t('Reintentar')}</button>
    </li>
  `
}

export function withPhotoMoved(fields: FormFields): FormFields | undefined {
  const move = lastOf(fields, MOVE_PHOTO)
  if (move === undefined) return undefined
  const [row, to] = move.split(' ')
  const rows = rowsOf(fields, 'images').toSorted((a, b) => a - b)
  const at = rows.indexOf(Number(row))
  const place = { first: 0, before: Math.max(at - 1, 0), after: at + 1 }[to ?? '']
  if (at === -1 || place === undefined) return fields
  return withRows(fields, 'images', rows.toSpliced(at, 1).toSpliced(place, 0, rows[at]!))
}
