import { Type } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { ApiError, firstMessage, invalidAll } from '../../../core/errors/errors.ts'
import {
  discardDraft,
  publishDraft,
  saveDraft,
  listVersions,
  restoreVersion,
} from '../../../features/themes/draft.ts'
import { findTheme } from '../../../features/themes/get.ts'
import { previewTokenOf } from '../../../features/themes/preview.ts'
import {
  themeSettingsOf,
  type Theme,
  type ThemeId,
  type ThemeSettings,
} from '../../../features/themes/theme.ts'
import { storePage, type StoreContext } from '../page.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { badge, collapsible } from '../parts/list.ts'
import { since } from '../parts/time.ts'
import { NoFields } from '../forms/no-fields.ts'
import { offerUndo } from '../forms/perform.ts'
import { pictureSettings, settingField, settingGroups, ThemeForm } from './theme-fields.ts'
import { previewHref, themeIn } from './themes-page.ts'
import { uploadPhoto } from '../forms/upload-photos.ts'
import type { Part } from '../parts/field.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

const back = ({ params }: StoreContext) => `/tema/${params['id']!}`

export const themePage = storePage({
  path: '/tema/:id',
  needs: 'themes:read',
  async show(context) {
    const { base, sql, store } = context
    const id = themeIn(context)
    const [theme, token] = await Promise.all([
      findTheme(sql, store.id, id),
      previewTokenOf(sql, store.id, id),
    ])
    const fields = settingFields(context, themeSettingsOf(id, theme.draft ?? theme.published))
    return {
      title: theme.name,
      fields,
      back: { href: `${base}/tema`, label: t('Diseño') },
      framesShop: true,
      main: html`
        ${draftState(context, theme)}
        <div class="editor">
          ${preview(context, token, theme)}
          <div>
            <auto-save>${formOf(context.form(`/tema/${id}`), fields, { hasFiles: true })}</auto-save>
            ${await olderVersions(context, id)}
          </div>
        </div>
      `,
    }
  },
  forms: {
    '/tema/:id': {
      needs: 'store:write',
      body: Body({ ...ThemeForm.properties, publish: Type.Optional(Type.Boolean()) }),
      hasFiles: true,
      async run(context, { publish, ...submitted }: Record<string, unknown>) {
        const { sql, store } = context
        const id = themeIn(context)
        const { draft, published } = await findTheme(sql, store.id, id)
        const saved: Record<string, unknown> = draft ?? published
        const sent = Object.entries({ ...submitted, ...(await uploads(context)) })
        const changes = sent.filter(([name, value]) => value !== saved[name])
        if (changes.length > 0) await saveDraft(sql, store.id, id, Object.fromEntries(changes))
        if (!publish) return { next: back(context), message: t('Está en el borrador') }
        const isNew = await publishDraft(sql, store.id, id)
        const message = isNew ? t('Publicado') : t('No había cambios por publicar')
        return { next: back(context), message, ...(await offerUndo(context, back(context))) }
      },
    },
    '/tema/:id/descartar': {
      needs: 'store:write',
      body: NoFields,
      async run(context) {
        await discardDraft(context.sql, context.store.id, themeIn(context))
        return { next: back(context), message: t('El borrador se descartó') }
      },
    },
    '/tema/:id/versiones/:version': {
      needs: 'store:write',
      body: NoFields,
      async run(context) {
        const { sql, store, params } = context
        await restoreVersion(sql, store.id, themeIn(context), params['version']!)
        return { next: back(context), message: t('La versión está en tu borrador: mírala y publícala') }
      },
    },
  },
})

function draftState({ form }: StoreContext, { id, draft, isActive }: Theme): Html {
  const one = (path: string, label: Localized, kind: string) =>
    buttonForm(form(`/tema/${id}/${path}`), {}, html`<button class="button ${kind}">${label}</button>`)
  const use = !isActive && one('usar', t('Usar este diseño'), 'ghost')
  const discard = draft && one('descartar', t('Descartar'), 'ghost')
  const words = draft
    ? t('Hay cambios que nadie ve todavía.')
    : t('Lo que cambies queda en borrador hasta que lo publiques.')
  return html`
    <div id="draft" class="draft">
      <p class="muted">${isActive ? badge(t('En uso'), 'good') : badge(t('Sin usar'))} ${words}</p>
      <div class="buttons">${discard}${use}</div>
    </div>
  `
}

/** The shop as it would be, on a phone and on a desk. The version in the address makes the frame load it anew. */
function preview({ app, store }: StoreContext, token: string, { draftUpdatedAt, updatedAt }: Theme): Html {
  const version = encodeURIComponent(draftUpdatedAt ?? updatedAt)
  return html`
    <section class="shop-preview" aria-label="${t('Vista previa')}">
      <fieldset class="tabs-of-preview">
        <legend class="hidden">${t('Ver como')}</legend>
        <label><input type="radio" name="preview" value="phone" checked> ${t('Teléfono')}</label>
        <label><input type="radio" name="preview" value="desk"> ${t('Computadora')}</label>
      </fieldset>
      <div><iframe id="shop-preview" title="${t('Tu tienda con este diseño')}" sandbox="allow-scripts allow-same-origin"
        src="${previewHref(app, store, token)}?v=${version}"></iframe></div>
    </section>
  `
}

function settingFields(context: StoreContext, saved: ThemeSettings): Part[] {
  const groups = settingGroups.map(({ name, settings }) => ({
    parts: settings.map((setting) => settingField(context, setting, saved)),
    around: (fields: Html) => html`
      <fieldset class="card">
        <legend class="hidden">${name}</legend>
        <h2 aria-hidden="true">${name}</h2>
        ${fields}
      </fieldset>
    `,
  }))
  const save = html`
    <div class="foot">
      ${submit(t('Guardar'), 'ghost')}
      <button class="button" name="publish" value="true">${t('Publicar')}</button>
    </div>
  `
  return [...groups, save]
}

async function olderVersions({ sql, store, form }: StoreContext, id: ThemeId): Promise<Html | null> {
  const versions = await listVersions(sql, store.id, id)
  if (versions.length === 0) return null
  const rows = versions.map(({ id: version, replacedAt }) => {
    const button = html`<button class="quiet">${t('Volver a esta')}</button>`
    return html`
      <li>
        <span class="row-text"><b>${t('La que se vio hasta {when}', { when: since(replacedAt, store.timeZone) })}</b></span>
        <div class="tools">${buttonForm(form(`/tema/${id}/versiones/${version}`), {}, button)}</div>
      </li>
    `
  })
  return collapsible(
    t('Versiones anteriores'),
    html`<ul class="list plain-rows" aria-label="${t('Versiones anteriores')}">${rows}</ul>`,
    false,
  )
}

/** The addresses of the pictures that came with the form, by their settings. @throws what the API says, at the file's field */
async function uploads(context: StoreContext): Promise<Record<string, string>> {
  const urls: Record<string, string> = {}
  for (const file of context.files) {
    const setting = pictureSettings.find((id) => file.name === `${id}File`)
    if (!setting) continue
    try {
      urls[setting] = await uploadPhoto(context, file)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      throw invalidAll([{ field: file.name, reason: 'invalid', message: firstMessage(error) }])
    }
  }
  return urls
}
