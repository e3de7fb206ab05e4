import { invalid, notFound } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import type { Import } from '../../../features/imports/import.ts'
import { selectImports } from '../../../features/imports/list.ts'
import { plural } from '../../../core/pages/format.ts'
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
    const fields = [fileField, submit('Revisar el archivo')]
    return {
      title: 'Importar productos',
      fields,
      back: { href: `${context.base}/productos`, label: 'Productos' },
      action: html`<a class="button ghost" href="${context.base}/exportar">Exportar</a>`,
      main: html`
        <p>
          Trae tus productos de ${others.join(', ')}, o de tu propia hoja de cálculo guardada como «CSV UTF-8».
          Primero verás qué cambiaría; hasta entonces no cambia nada.
        </p>
        <p>
          Para una hoja nueva bastan las columnas Nombre y Precio. Las demás están en la de tus productos, que sirve de
          modelo.
        </p>
        <p class="links"><a href="${context.base}/exportar/vitrina.csv" download>Descargar la de mis productos</a></p>
        ${formOf(context.form('/importar'), fields, { hasFiles: true, isFullLoad: true })}
        ${recent.length > 0 && section('Importaciones anteriores', list(recent, 'Importaciones anteriores'))}
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
        if (!file) throw invalid('file', 'required', 'Elige el archivo CSV')
        const id = await sendImportFile(context, file, key)
        return { message: 'El archivo llegó', next: `/importar/${id}` }
      },
    },
  },
})

const others = formats.flatMap(({ name, label }) => (name === 'vitrina' ? [] : label))

const fileField: Field = {
  names: ['file'],
  control(form) {
    const wrong = form.wrong('file')
    return html`
      <div class="field">
        <label for="import-file">Archivo CSV</label>
        <input type="file" id="import-file" name="file" accept=".csv,.tsv,.txt,text/csv"
          aria-describedby="${wrong && 'import-wrong '}import-hint" ${wrong && invalidAttributes(form, 'file')}>
        ${wrong && errorText(wrong, 'import-wrong')}
        <p class="hint" id="import-hint">Hasta 15 MB y 10,000 productos.</p>
      </div>
    `
  },
}

const states: Record<Import['state'], string> = {
  waiting: 'En curso',
  done: 'Importada',
  failed: 'No se importó',
  undoing: 'Se está deshaciendo',
  undone: 'Deshecha',
}

const recentRow = ({ base }: StoreContext, { id, fileName, state, counts }: Import) => ({
  href: `${base}/importar/${id}`,
  title: fileName ?? 'Archivo CSV',
  detail: `${states[state]} · ${plural(counts.new, 'nuevo', 'nuevos')}, ${plural(counts.changed, 'cambiado', 'cambiados')}`,
})

export const exportPage = storePage({
  path: '/exportar',
  needs: 'products:read',
  show: ({ base, can }) => ({
    title: 'Exportar',
    back: { href: `${base}/productos`, label: 'Productos' },
    action: can('products:write') ? html`<a class="button ghost" href="${base}/importar">Importar</a>` : null,
    main: html`
      <p>
        Descarga todos tus productos en un archivo CSV: para guardarlos, cambiarlos en una hoja de cálculo y volver a
        importarlos, o llevarlos a otra tienda.
      </p>
      <ul class="list" aria-label="Formas del archivo">
        ${forms.map(({ format, ...one }) => fileRow({ ...one, href: `${base}/exportar/${format}.csv` }))}
      </ul>
      ${can('stats:read') && section('Lo demás de tu tienda', sales(base))}
    `,
  }),
})

const forms = [
  {
    format: 'vitrina',
    label: 'Vitrina',
    detail: 'Con todo. Es la que conviene para cambiar precios en una hoja de cálculo',
  },
  {
    format: 'shopify',
    label: 'Shopify',
    detail: 'Con variantes y fotos. Las demás tiendas también la leen',
  },
]

const sales = (base: string) => html`
  <ul class="list" aria-label="Pedidos y clientes">
    ${fileRow({ href: `${base}/reporte/pedidos.csv`, label: 'Pedidos', detail: 'Todos, con sus artículos y su total' })}
    ${fileRow({ href: `${base}/reporte/clientes.csv`, label: 'Clientes', detail: 'Todos, con lo que te compraron' })}
  </ul>
`

const fileRow = ({ href, label, detail }: { href: string; label: string; detail: string }) => html`
  <li>
    <a class="row" href="${href}" download>
      <span class="row-text"><b>${label}</b><small>${detail}</small></span>
      ${icon('down')}
    </a>
  </li>
`

export function exportFileRoute(app: App) {
  app.get('/t/:slug/exportar/:file', { config: { nonIdParams: true } }, async (request, reply) => {
    const context = await enterStore(app, request, reply, 'products:read')
    if (!context) return reply
    const format = EXPORT_FORMATS.find((name) => `${name}.csv` === context.params['file'])
    if (!format) throw notFound('El archivo')
    const { sql, session, store } = context
    const of = { sql, accountId: session.accountId, store, format }
    return sendExport(reply, { ...of, name: `productos-${store.slug}-${format}` })
  })
}
