import { createStore } from '../../../features/stores/create.ts'
import type { Db } from '../../../core/database/db.ts'
import { html } from '../../../core/http/html.ts'
import { slugify } from '../../../core/values/text.ts'
import { isSlugFree } from '../../../features/stores/slug.ts'
import { countries, countryOf, countryOptions, completePhone } from '../forms/phone.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { MAX_SLUG, MAX_SLUG_TEXT, withSlug } from '../forms/slug.ts'
import { accountPage, type AccountContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { withoutProtocol } from '../../../features/stores/address.ts'
import { t } from '../../../core/texts/text.ts'

const MIN_SLUG = 3

export const newStorePage = accountPage({
  path: '/tiendas/nueva',
  show({ app, form, request }) {
    const host = withoutProtocol(app.publicUrl)
    const fields: Part[] = [
      {
        name: 'name',
        label: t('¿Cómo se llama tu tienda?'),
        max: 80,
        required: true,
        autocomplete: 'organization',
      },
      {
        parts: [
          {
            name: 'slug',
            label: t('Tu enlace'),
            max: MAX_SLUG_TEXT,
            before: `${host}/`,
            autocomplete: 'off',
            hint: t('Si lo dejas vacío, sale del nombre. Podrás cambiarlo.'),
          },
        ],
        around: (slug) => html`<slug-field data-check="/panel/tiendas/direccion">${slug}</slug-field>`,
      },
      {
        name: '_country',
        label: t('País'),
        value: countryOf(request.headers['accept-language']),
        options: countryOptions,
      },
      {
        name: 'whatsappNumber',
        label: t('Tu número de WhatsApp'),
        type: 'tel',
        max: 40,
        autocomplete: 'tel',
        hint: t('Ahí te llegan los pedidos. Con o sin código de país.'),
      },
      submit(t('Abrir mi tienda')),
    ]
    return {
      title: t('Abre tu tienda'),
      fields,
      main: html`<p class="muted">${t('En dos minutos está lista para compartir.')}</p>${formOf(form('/tiendas/nueva'), fields)}`,
    }
  },
  forms: {
    '/tiendas/nueva': {
      operation: createStore,
      done: ({ name }) => t('{name} está abierta. Agrega tu primer producto.', { name: String(name) }),
      next: (_context, { slug }) => `/panel/t/${String(slug)}/productos/nuevo`,
      before: (context, fields) => complete(context, fields),
      toApi: (fields) => withSlug(fields, MAX_SLUG),
    },
  },
})

/** Whether a slug is available, and the slug for a name: queried while the user types. */
export const storeAddressPage = accountPage({
  path: '/tiendas/direccion',
  async show({ sql, query }) {
    const requested = slugify(query['slug'] || query['name'] || '', MAX_SLUG)
    const free = requested.length < MIN_SLUG ? requested : await freeSlug(sql, requested)
    const isFree = free === requested
    const text = isFree
      ? t('{free} está libre.', { free })
      : t('Ese ya está ocupado; {free} está libre.', { free })
    return {
      title: t('Tu enlace'),
      isBare: true,
      main: html`
        <p id="slug-state" data-slug="${free}"${!isFree && html` data-taken`}>
          ${requested.length < MIN_SLUG ? t('Al menos {min} letras o números.', { min: MIN_SLUG }) : text}
        </p>
      `,
    }
  },
})

/** The currency and the country code of a phone come from the country, an empty slug from the name, the language from who opens it. */
async function complete({ sql, request }: AccountContext, fields: FormFields): Promise<void> {
  const country = countries.find(({ code }) => code === lastOf(fields, '_country')) ?? countries[0]
  if (!fields.has('currency')) fields.set('currency', [country.currency])
  if (!fields.has('language')) fields.set('language', [request.language])
  completePhone(fields, 'whatsappNumber', country.calling)
  const slug = slugify(lastOf(fields, 'name') ?? '', MAX_SLUG)
  if (!lastOf(fields, 'slug')?.trim() && slug !== '') fields.set('slug', [await freeSlug(sql, slug)])
}

async function freeSlug(sql: Db, slug: string): Promise<string> {
  const base = slug.length < MIN_SLUG ? `${slug}-tienda` : slug
  for (let n = 1; n <= 20; n++) {
    const suffix = n === 1 ? '' : `-${n}`
    const next = base.slice(0, MAX_SLUG - suffix.length) + suffix
    if (await isSlugFree(sql, next)) return next
  }
  return base
}
