import { html, type Html } from '../core/http/html.ts'
import { formAt, type Form } from './forms/form.ts'
import { publicPage } from './page.ts'
import { ago } from './parts/time.ts'
import { chart, figures } from './parts/figures.ts'
import { checkboxGroups } from './parts/checkbox-groups.ts'
import { codeBlock, copyField } from './parts/share.ts'
import { partsOf, type Part } from './parts/field.ts'
import { irreversibleForm, formOf, deletionForm, submit } from './parts/form.ts'
import { icon, iconNames } from './parts/icon.ts'
import {
  badge,
  columnHeads,
  emptyState,
  collapsible,
  list,
  moveButtons,
  rowSwitch,
  section,
} from './parts/list.ts'
import { moneyField } from './parts/money-field.ts'
import { pager, tabs } from './parts/pager.ts'
import { searchForm } from './parts/search.ts'
const store = { currency: 'GTQ', currencyDigits: 2 }

/** A style guide: every part of the panel on one page; not in production. */
export const partsPage = publicPage({
  path: '/partes',
  show: ({ form, base }) => ({
    title: 'Partes del panel',
    action: html`<a class="button" href="${base}/partes">${icon('plus')} Agregar</a>`,
    main: html`
      ${section('Avisos', messages)}
      ${section('Formulario', formOf(form('/partes'), exampleFields))}
      ${section('Con un error', rejected())}
      ${section('Casillas', partsOf(form('/partes/c'), [checkboxGroups('events', groups, ['order.created'])]))}
      <h2>Lista</h2>
      ${listOf(form('/partes/l'))}
      ${section('Cifras y gráficas', numbers())}
      ${section('Para llevarse', toTake)}
      ${section('Menú', menu)}
      ${collapsible('Lo que se usa a veces', html`<p>Se abre con su propio botón.</p>`, false)}
      ${section('Nada todavía', emptyList)}
      ${section('Lo que se deshace', deletionForm(form('/partes/y'), 'Eliminar la categoría', 'Sus productos se quedan.'))}
      ${section(
        'Lo que no se deshace',
        irreversibleForm(form('/partes/x'), {
          summary: 'Revocar esta clave',
          text: 'Esto no se puede deshacer.',
          button: 'Revocar',
        }),
      )}
      ${section('Dibujos', html`<p class="icons">${iconNames.map((name) => icon(name))}</p>`)}
    `,
  }),
})

const messages = html`
  <div class="flash">
    ${icon('check')}
    <p>Guardado</p>
    <button class="quiet">Deshacer</button>
  </div>
  <div class="notice bad" role="alert"><p>Revisa lo que está marcado.</p></div>
  <div class="notice"><p>Tu tienda todavía no tiene número de WhatsApp.</p></div>
  <p>
    ${badge('Nuevo')} ${badge('Confirmado', 'good')} ${badge('Espera', 'warn')} ${badge('Falló', 'bad')}
  </p>
`

const exampleFields: Part[] = [
  {
    name: 'name',
    label: 'Nombre',
    value: 'Café de altura',
    hint: 'Como lo dirías en el mostrador.',
  },
  moneyField(store, { name: 'price', label: 'Precio', value: 1250.5 }),
  { name: 'slug', label: 'Dirección', value: 'cafe', before: 'vitrina.example/' },
  {
    name: 'category',
    label: 'Categoría',
    value: 'b',
    options: [
      { value: 'a', label: 'Bebidas' },
      { value: 'b', label: 'Postres' },
    ],
  },
  { name: 'text', label: 'Descripción', lines: 3 },
  {
    name: 'isActive',
    label: 'Se ve en la tienda',
    hint: 'Puedes cambiarlo cuando quieras.',
    value: true,
  },
  submit('Guardar'),
  submit('Cancelar', 'ghost'),
  submit('Eliminar', 'danger'),
]

/** A rejected form. */
function rejected(): Html {
  const action = '/panel/partes/error'
  const issues = [{ field: 'price', reason: 'format', message: 'Escribe un número, por ejemplo 25.50' }]
  const fields = new Map([['price', ['veinte']]])
  const form = formAt(action, { fields, issues, message: '' }, null)
  const price = moneyField(store, { name: 'price', label: 'Precio' })
  return formOf(form, [price, submit('Guardar')])
}

const groups = [
  {
    legend: 'Pedidos',
    options: [
      { value: 'order.created', label: 'Llega un pedido' },
      { value: 'order.updated', label: 'Cambia un pedido', detail: 'Se confirma, se envía o se cancela' },
    ],
  },
]

const listOf = (form: Form): Html => html`
  ${tabs('Estado', [
    { label: 'Todos', href: '#', isCurrent: true },
    { label: 'Nuevos', href: '#', isCurrent: false, count: 3 },
    { label: 'Confirmados', href: '#', isCurrent: false },
  ])}
  ${searchForm({}, { action: '#', placeholder: 'Buscar', label: 'Buscar en la lista' })}
  ${columnHeads(['Categoría', 'Precio'], 'products')}
  ${list(
    [
      {
        href: '#',
        title: 'Bebidas',
        detail: '12 productos',
        tools: moveButtons(form, 'Bebidas', { isFirst: true, isLast: false }),
      },
      { href: '#', title: 'Postres', beside: rowSwitch(form, 'isActive', 'Se ve: Postres', true) },
      {
        href: '#',
        title: 'Un nombre bastante largo que no cabe en una sola línea',
        detail: html`3 productos ${badge('Oculta')}, ${ago(new Date(Date.now() - 300_000).toISOString())}`,
        end: 'Q 25.00',
        isFaint: true,
      },
    ],
    'Ejemplo',
  )}
  ${pager({ total: 120, limit: 50, offset: 50 }, () => '#')}
`

const bars = [3, 5, 2, 6, 4, 7, 5].map((value, n) => ({ value, before: 4, label: `Día ${n + 1}: ${value}` }))

const numbers = () => html`
  ${figures([
    { label: 'Hoy', value: 'Q 420.00', detail: '3 pedidos' },
    { label: 'Últimos 7 días', value: 'Q 2,310.00', detail: '12 % más que la semana anterior' },
  ])}
  ${chart({ bars, description: 'Pedidos de la semana, con la anterior', below: ['lun', 'jue', 'dom'] })}
`

const toTake = html`
  ${copyField('El enlace', 'https://vitrina.example/cafe')}
  ${codeBlock('Leer los productos', 'curl https://vitrina.example/api/v1/products')}
`

const menu = html`
  <button class="button ghost" popovertarget="part-menu">${icon('more')} Abrir</button>
  <div id="part-menu" class="menu" popover>
    <ul>
      <li><a href="#">${icon('products')}<span>Producto nuevo</span></a></li>
      <li><a href="#">${icon('orders')}<span>Anotar un pedido</span></a></li>
    </ul>
  </div>
`

const emptyList = emptyState(
  'orders',
  'Todavía no hay pedidos',
  'Comparte el enlace de tu tienda y aparecerán aquí.',
  html`
    <a class="button" href="#">Compartir</a>
  `,
)
