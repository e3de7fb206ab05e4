import { Type, type TSchema } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { Body, SingleLine, Nullable } from '../../../core/http/schema.ts'
import { bannerHref, logoHref } from '../../../features/media/address.ts'
import { readableAccent } from '../../../features/themes/stylesheet.ts'
import { DEFAULT_THEME, themeSchema, type ThemeSettings } from '../../../features/themes/theme.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { control, type Field, type Part } from '../parts/field.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

type Setting = ReturnType<typeof themeSchema>['groups'][number]['settings'][number]

export const settingGroups = themeSchema(DEFAULT_THEME).groups
const settings = settingGroups.flatMap((group) => group.settings)

export const pictureSettings = settings.filter(({ type }) => type === 'image').map(({ id }) => id)

/** A form of the settings, named by their ids; the theme validates the values. */
export const ThemeForm = Body(
  Object.fromEntries(settings.map((one) => [one.id, Type.Optional(schemaOf(one))])),
)

function schemaOf({ type, max }: Setting): TSchema {
  if (type === 'range') return Type.Integer()
  if (type === 'text') return Nullable(SingleLine({ max: max! }))
  return type === 'image' ? Nullable(Type.String({ maxLength: 2048 })) : Type.String({ maxLength: 40 })
}

export function settingField(context: StoreContext, setting: Setting, saved: ThemeSettings): Part {
  const { id: name, label, type, max, min, step, options } = setting
  const value = saved[name as keyof ThemeSettings]
  if (type === 'select') return { name, label, value: String(value), options: options! }
  if (type === 'text') return { name, label, value, max: max!, lines: max! > 100 ? 2 : 1 }
  if (type === 'image') return pictureField(context, name, label, saved)
  if (type === 'color') {
    const color = own(
      name,
      label,
      (form, shared) => html`<input type="color" ${shared} value="${form.value(name, value)}">`,
    )
    return [color, html`<div id="contrast">${contrastNote(saved)}</div>`]
  }
  return own(
    name,
    label,
    (form, shared) => html`
    <input type="range" ${shared} min="${min}" max="${max}" step="${step}" value="${form.value(name, value)}">
  `,
  )
}

const own = (name: string, label: Localized, input: (form: Form, shared: Html) => Html): Field => ({
  names: [name],
  control: (form) => control(form, { name, label }, (shared) => input(form, shared)),
})

/** A warning when text in the colour would not be readable, with the colour that is used instead. */
function contrastNote(saved: ThemeSettings): Html | null {
  const { light, dark } = readableAccent(saved)
  if (!light && !dark) return null
  const shown = (colour: string) =>
    html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${colour}"/></svg> ${colour}`
  return html`
    <p class="hint">
      ${
        light && dark
          ? t(
              'En letras pequeñas no se leería bien: sobre fondo claro usamos {light}, sobre fondo oscuro usamos {dark}.',
              {
                light: shown(light),
                dark: shown(dark),
              },
            )
          : light
            ? t('En letras pequeñas no se leería bien: sobre fondo claro usamos {light}.', {
                light: shown(light),
              })
            : t('En letras pequeñas no se leería bien: sobre fondo oscuro usamos {dark}.', {
                dark: shown(dark!),
              })
      }
    </p>
  `
}

function pictureField({ store }: StoreContext, name: string, label: Localized, saved: ThemeSettings): Part {
  const url = saved[name as 'logoUrl' | 'bannerUrl']
  const src = url && (name === 'logoUrl' ? logoHref(store.id, url) : bannerHref(store.id, url, 480))
  const present = html`
    <div class="theme-photo">
      <img src="${src}" alt="" height="48">
      <label class="remove"><input type="checkbox" name="${name}" value=""> ${t('Quitar')}</label>
    </div>
  `
  const accept = 'image/jpeg,image/png,image/webp'
  return {
    parts: [
      own(`${name}File`, label, (_form, shared) => html`<input type="file" ${shared} accept="${accept}">`),
    ],
    around: (field) => html`
      <div id="${name}">
        <input type="hidden" name="${name}" value="${url}">
        ${src && present}
        ${field}
      </div>
    `,
  }
}
