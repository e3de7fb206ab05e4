import { sampleAmount } from '../forms/samples.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'
import { MAX_AREA_NAME, MAX_AREAS, MAX_POSTAL_CODES, type Area } from '../../../features/shipping/area.ts'
import type { ShippingOption } from '../../../features/shipping/shipping-option.ts'
import { lastOf, rowsOf, type FormFields } from '../forms/form-fields.ts'
import { withFreePrices } from '../forms/free-price.ts'
import { pastedRows } from '../forms/pasted-list.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { fold, type Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'

/** The query parameter of the page that shows the areas as a list to paste. */
const AS_LIST = 'zonas'

const EMPTY_ROWS = 3
/** Below it, a filter would hide less than it takes. */
const MIN_FILTERED = 6

/** The areas of an option: a row for each and some empty ones, or all of them as a list with one on a line. */
export function areaFields(
  { store, base, query }: StoreContext,
  form: Form,
  { id, areas }: ShippingOption,
): Part {
  const page = `${base}/envios/${id}`
  const isList = form.isSubmitted ? form.value(LIST) !== '' : query[AS_LIST] === 'lista'
  const other = isList
    ? html`<a href="${page}?${AS_LIST}=filas#zonas">${t('Escribirlas una por una')}</a>`
    : html`<a href="${page}?${AS_LIST}=lista#zonas">${t('Pegarlas como lista')}</a>`
  const hint = html`
    <p class="hint">
      ${t('Si el envío cuesta distinto según el barrio o el municipio.')}
      ${t('Con zonas, quien compra elige la suya antes de pedir. Guarda antes de cambiar de vista.')}
    </p>
    <p class="links">${other}</p>
  `
  return fold(
    {
      summary: areas.length > 0 ? t('Zonas ({n})', { n: areas.length }) : t('Zonas'),
      id: 'zonas',
      isOpen: areas.length > 0 || AS_LIST in query,
    },
    [hint, isList ? listField(store, areas) : areaRows(store, form, areas)],
  )
}

/** The field with the list: the API's name, whose value the form's conversion replaces by its rows. */
const LIST = 'areas'

const listField = (store: StoreContext['store'], areas: Area[]): Part => ({
  name: LIST,
  label: t('Una zona por línea'),
  hint: t(
    'nombre; precio; códigos postales. Sin precio vale el de la opción. La lista reemplaza a las zonas que hay.',
  ),
  value: areas.map(lineOf).join('\n'),
  lines: Math.min(Math.max(areas.length + 2, 8), 24),
  placeholder: t('Centro; {one}\nNorte; {other}', {
    one: String(sampleAmount(store, 3)),
    other: String(sampleAmount(store, 5)),
  }),
})

const lineOf = ({ name, price, postalCodes }: Area) =>
  [name, price ?? '', postalCodes.join(', ')].join('; ').replace(/(?:; )+$/, '')

function areaRows(store: StoreContext['store'], form: Form, areas: Area[]): Part {
  const count = Math.min(form.rows('areas', areas.length) + EMPTY_ROWS, MAX_AREAS)
  const rows = Array.from({ length: count }, (_, n): Part => areaRow(store, form, areas, n))
  const isLong = areas.length > MIN_FILTERED
  return [
    form.isConflict &&
      html`<p class="hint">${t('Ahora: {names}.', { names: areas.map((area) => area.name).join(', ') || t('ninguna') })}</p>`,
    isLong ? { parts: rows, around: (content) => html`<row-filter>${filter}${content}</row-filter>` } : rows,
    html`<p class="hint">${t('Deja vacía una fila que no uses; para quitar una zona, borra lo que dice.')}</p>`,
  ]
}

const filter = html`
  <input class="by-script" type="search" aria-label="${t('Filtrar las zonas')}" placeholder="${t('Filtrar')}" data-filter>
`

function areaRow(store: StoreContext['store'], form: Form, areas: Area[], n: number): Part {
  const name = (of: string) => `areas.${n}.${of}`
  const id = form.value(name('id'), areas[n]?.id ?? '')
  const area = areas.find((one) => one.id === id)
  return {
    parts: [
      id !== '' && html`<input type="hidden" name="${name('id')}" value="${id}">`,
      { name: name('name'), label: t('Zona'), value: area?.name ?? '', max: MAX_AREA_NAME },
      moneyField(store, { name: name('price'), label: t('Precio'), value: area?.price ?? null }),
      {
        name: name('postalCodes'),
        label: t('Códigos postales'),
        value: area?.postalCodes.join(', ') ?? '',
        autocomplete: 'off',
      },
    ],
    around: (fields) => html`
      <fieldset class="area"><legend class="hidden">${area?.name ?? t('Zona {n}', { n: n + 1 })}</legend>${fields}</fieldset>
    `,
  }
}

/** The fields as the API has them: the lines of a list as rows, codes one by one, and no row that was emptied. @throws 400 */
export function withAreas(fields: FormFields, areas: Area[], currency: string): FormFields {
  const list = lastOf(fields, LIST)
  const api = withFreePrices(fields)
  api.delete(LIST)
  if (list?.trim()) {
    for (const [n, area] of parsed(list, areas, currency).entries()) setRow(api, n, area)
    return api
  }
  const rows = rowsOf(fields, LIST)
  for (const n of rows) splitRow(api, n)
  if (list !== undefined || rows.length > 0) api.set(LIST, [])
  return api
}

function setRow(api: FormFields, n: number, { id, name, price, codes }: Line) {
  if (id) api.set(`areas.${n}.id`, [id])
  api.set(`areas.${n}.name`, [name])
  api.set(`areas.${n}.price`, [price])
  api.set(`areas.${n}.postalCodes`, codes)
}

/** A row without a name is not kept under its id, whose name the API would leave as it is. */
function splitRow(api: FormFields, n: number) {
  const text = (of: string) => lastOf(api, `areas.${n}.${of}`)?.trim() ?? ''
  if (text('name') === '') api.delete(`areas.${n}.id`)
  if (api.has(`areas.${n}.postalCodes`)) api.set(`areas.${n}.postalCodes`, codesIn(text('postalCodes')))
}

const codesIn = (text: string) =>
  text
    .split(/[,\s]+/)
    .filter(Boolean)
    .slice(0, MAX_POSTAL_CODES + 1)

type Line = { id: string | undefined; name: string; price: string; codes: string[] }

/** The areas of a pasted list; known ones keep their ids by their names. @throws 400 that names the lines */
function parsed(list: string, areas: Area[], currency: string): Line[] {
  const known = new Map(areas.map(({ id, name }) => [name, id]))
  const rows = pastedRows(list, {
    field: LIST,
    currency,
    maxName: MAX_AREA_NAME,
    max: MAX_AREAS,
    tooMany: (count) => t('Son {count} zonas: caben {max}', { count, max: MAX_AREAS }),
    wrongIn: (codes) => wrongCode(codesIn(codes)),
  })
  return rows.map(({ name, price, last }) => ({ id: known.get(name), name, price, codes: codesIn(last) }))
}

function wrongCode(codes: string[]): Localized | null {
  const code = codes.find((one) => one.length < 2 || one.length > 10)
  if (code) return t('el código «{code}» debe tener entre 2 y 10 caracteres', { code })
  return codes.length > MAX_POSTAL_CODES ? t('tiene más de {max} códigos', { max: MAX_POSTAL_CODES }) : null
}
