import { invalid, notFound } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import type { Import } from '../../../features/imports/import.ts'
import { selectImports } from '../../../features/imports/list.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import { NoFields } from '../forms/no-fields.ts'
import { sendImportFile } from '../forms/send-import.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Field } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { list, section } from '../parts/list.ts'
import type { App } from '../../../core/http/app.ts'
import { EXPORT_FORMATS } from '../../../features/imports/columns.ts'
import { formats } from '../../../features/imports/formats/formats.ts'
import { sendExport } from '../../../features/imports/export.ts'
import { enterStore } from '../register.ts'

export const importPage = storePage({
  path: '/importar',
  needs: 'products:write',
  async show(context) {
    const { data } = await selectImports(context.sql, context.store.id, { limit: 10, offset: 0 })
    const recent = data.filter(({ dryRun }) => !dryRun).map((one) => recentRow(context, one))
    const fields = [fileField, submit(t('Revisar el archivo'))]
    return {
      title: t('Importar productos'),
      fields,
      back: { href: `${context.base}/productos`, label: t('Productos') },
      action: html`<a class="button ghost" href="${context.base}/exportar">${t('Exportar')}</a>`,
      main: html`
        <p>
          ${t('Trae tus productos de {others}, o de tu propia hoja de cálculo guardada como «CSV UTF-8».', { others })}
          ${t('Primero verás qué cambiaría; hasta entonces no cambia nada.')}
        </p>
        <p>
          ${t('Para una hoja nueva bastan las columnas Nombre y Precio. Las demás están en la de tus productos, que sirve de modelo.')}
        </p>
        <p class="links"><a href="${context.base}/exportar/vitrina.csv" download>${t('Descargar la de mis productos')}</a></p>
        ${formOf(context.form('/importar'), fields, { hasFiles: true, isFullLoad: true })}
        ${recent.length > 0 && section(t('Importaciones anteriores'), list(recent, t('Importaciones anteriores')))}
      `,
    }
  },
  forms: {
    '/importar': {
      needs: 'products:write',
      hasFiles: true,
      body: NoFields,
      async run(context, _body, key) {
        const file = context.files.find(({ name }) => name === 'file')
        if (!file) throw invalid('file', 'required', t('Elige el archivo CSV'))
        const id = await sendImportFile(context, file, key)
        return { message: t('El archivo llegó'), next: `/importar/${id}` }
      },
    },
  },
})

const others = joined(
  formats.flatMap(({ name, label }) => (name === 'vitrina' ? [] : label)),
  ', ',
)

const fileField: Field = {
  names: ['file'],
  control(form) {
    const wrong = form.wrong('file')
    return html`
      <div class="field">
        <label for="import-file">${t('Archivo CSV')}</label>
        <input type="file" id="import-file" name="file" accept=".csv,.tsv,.txt,text/csv"
          aria-describedby="${wrong && 'import-wrong '}import-hint" ${wrong && invalidAttributes(form, 'file')}>
        ${wrong && errorText(wrong, 'import-wrong')}
        <p class="hint" id="import-hint">${t('Hasta 15 MB y 10,000 productos.')}</p>
      </div>
    `
  },
}

const states: Record<Import['state'], Localized> = {
  waiting: t('En curso'),
  done: t('Importada'),
  failed: t('No se importó'),
  undoing: t('Se está deshaciendo'),
  undone: t('Deshecha'),
}

const recentRow = ({ base }: StoreContext, { id, fileName, state, counts }: Import) => ({
  href: `${base}/importar/${id}`,
  title: fileName ?? t('Archivo CSV'),
  detail: joined(
    [
      states[state],
      t(
        '{n, plural, one {# nuevo} other {# nuevos}}, {changed, plural, one {# cambiado} other {# cambiados}}',
        {
          n: counts.new,
          changed: counts.changed,
        },
      ),
    ],
    ' · ',
  ),
})

export const exportPage = storePage({
  path: '/exportar',
  needs: 'products:read',
  show: ({ base, can }) => ({
    title: t('Exportar'),
    back: { href: `${base}/productos`, label: t('Productos') },
    action: can('products:write')
      ? html`<a class="button ghost" href="${base}/importar">${t('Importar')}</a>`
      : null,
    main: html`
      <p>
        ${t('Descarga todos tus productos en un CSV: para guardarlos, cambiarlos y volver a importarlos, o llevarlos a otra tienda.')}
      </p>
      <ul class="list" aria-label="${t('Formas del archivo')}">
        ${forms.map(({ format, ...one }) => fileRow({ ...one, href: `${base}/exportar/${format}.csv` }))}
      </ul>
      ${can('stats:read') && section(t('Lo demás de tu tienda'), sales(base))}
    `,
  }),
})

const forms = [
  {
    format: 'vitrina',
    label: 'Vitrina',
    detail: t('Con todo. Es la que conviene para cambiar precios en una hoja de cálculo'),
  },
  {
    format: 'shopify',
    label: 'Shopify',
    detail: t('Con variantes y fotos. Las demás tiendas también la leen'),
  },
]

const sales = (base: string) => html`
  <ul class="list" aria-label="${t('Pedidos y clientes')}">
    ${fileRow({ href: `${base}/reporte/pedidos.csv`, label: t('Pedidos'), detail: t('Todos, con sus artículos y su total') })}
    ${fileRow({ href: `${base}/reporte/clientes.csv`, label: t('Clientes'), detail: t('Todos, con lo que te compraron') })}
  </ul>
`

const fileRow = ({ href, label, detail }: { href: string; label: Wording; detail: Wording }) => html`
  <li>
    <a class="row" href="${href}" download>
      <span class="row-text"><b>${label}</b><small>${detail}</small></span>
      ${icon('down')}
    </a>
  </li>
`

export function exportFileRoute(app: App) {
  app.get('/t/:slug/exportar/:file', { config: { nonIdParams: true } }, async (request, reply) => {
    const context = await enterStore({ app, request, reply }, 'products:read')
    if (!context) return reply
    const format = EXPORT_FORMATS.find((name) => `${name}.csv` === context.params['file'])
    if (!format) throw notFound(t('El archivo'))
    const { sql, session, store } = context
    const of = { sql, accountId: session.accountId, store, format }
    return sendExport(reply, { ...of, name: `productos-${store.slug}-${format}` })
  })
}
