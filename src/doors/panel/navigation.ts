import { html, type Html } from '../../core/http/html.ts'
import type { Permission } from '../../core/auth/roles.ts'
import { icon, type Icon } from './parts/icon.ts'

type Can = (permission: Permission) => boolean

/** Whose menus they are: where they lead, which page is open, what the role may, and how many orders wait. */
type Menu = { base: string; path: string; can: Can; waiting: number }

export function sideBar(menu: Menu): Html {
  return html`
    <nav class="side" aria-label="Panel">
      ${sectionsFor(menu.can).map(
        ({ label, sections }) => html`
          <p>${label}</p>
          <ul>${sections.map((section) => html`<li>${entry(menu, section)}</li>`)}</ul>
        `,
      )}
      ${keysButton}
    </nav>
  `
}

const keyNames: [key: string, what: string][] = [
  ['/', 'Buscar en la lista'],
  ['j', 'Bajar una fila'],
  ['k', 'Subir una fila'],
  ['Enter', 'Abrir la fila'],
  ['x', 'Elegir la fila'],
  ['?', 'Ver esta lista'],
]

const keysButton = html`
  <button class="quiet keys" popovertarget="keys">${icon('help')}Teclas</button>
  <div id="keys" class="menu" popover>
    <h2>Teclas</h2>
    <dl>${keyNames.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
    <label><input type="checkbox" checked> Usar estas teclas</label>
  </div>
`

const inBar = ['', '/pedidos', '/productos']

/** The bottom bar of phones: the sections used most, and a link to all. */
export function bottomBar(menu: Menu): Html {
  const { base, path, can } = menu
  const sections = sectionsFor(can).flatMap((group) => group.sections)
  const bar = inBar.flatMap((name) => sections.filter((section) => section.path === name))
  const isElsewhere = !bar.some((section) => isCurrent(base, path, section))
  const entries = bar.map((section) => html`<li>${entry(menu, section)}</li>`)
  entries.splice(2, 0, html`${newMenu(base, can)}`)
  const more = link(`${base}/mas`, 'more', 'Más', isElsewhere)
  return html`<nav class="bottom" aria-label="Principal"><ul>${entries}<li>${more}</li></ul></nav>`
}

const news: { path: string; label: string; icon: Icon; needs: Permission }[] = [
  { path: '/productos/nuevo', label: 'Producto nuevo', icon: 'products', needs: 'products:write' },
  { path: '/pedidos/nuevo', label: 'Anotar un pedido', icon: 'orders', needs: 'orders:write' },
]

export const mayOpen = (can: Can, path: string): boolean =>
  [...news, ...groups.flatMap(({ sections }) => sections)].some((one) => one.path === path && can(one.needs))

function newMenu(base: string, can: Can): Html | null {
  const entries = news.filter(({ needs }) => can(needs))
  if (entries.length === 0) return null
  return html`
    <li>
      <button class="new" popovertarget="new" aria-label="Crear">${icon('plus')}</button>
      <div id="new" class="menu" popover>
        <ul>
          ${entries.map(
            ({ path, label, icon: name }) => html`
              <li><a href="${base}${path}">${icon(name)}<span>${label}</span></a></li>
            `,
          )}
        </ul>
      </div>
    </li>
  `
}

function entry({ base, path, waiting }: Menu, section: Section): Html {
  const count = section.path === '/pedidos' ? waitingCount(waiting) : null
  return link(base + section.path, section.icon, section.label, isCurrent(base, path, section), count)
}

const waitingCount = (waiting: number) => html`
  <b class="waits" data-waiting${waiting === 0 && html` hidden`}>${waiting}</b>
`

function link(href: string, name: Icon, label: string, isHere: boolean, count: Html | null = null): Html {
  return html`<a href="${href}"${isHere && html` aria-current="page"`}>${icon(name)}<span>${label}</span>${count}</a>`
}

function isCurrent(base: string, path: string, section: Section): boolean {
  const href = base + section.path
  return path === href || (section.path !== '' && path.startsWith(`${href}/`))
}

type Section = { path: string; label: string; icon: Icon; needs: Permission }

type Group = { label: string; sections: Section[] }

const groups: Group[] = [
  {
    label: 'Vender',
    sections: [
      { path: '', label: 'Hoy', icon: 'home', needs: 'store:read' },
      { path: '/pedidos', label: 'Pedidos', icon: 'orders', needs: 'orders:read' },
      { path: '/cocina', label: 'Cocina', icon: 'bell', needs: 'orders:read' },
      { path: '/clientes', label: 'Clientes', icon: 'people', needs: 'customers:read' },
      { path: '/opiniones', label: 'Opiniones', icon: 'star', needs: 'reviews:read' },
      { path: '/avisos', label: 'Avisos', icon: 'bell', needs: 'orders:read' },
      { path: '/reporte', label: 'Reporte', icon: 'chart', needs: 'stats:read' },
    ],
  },
  {
    label: 'Catálogo',
    sections: [
      { path: '/productos', label: 'Productos', icon: 'products', needs: 'products:read' },
      { path: '/categorias', label: 'Categorías', icon: 'folder', needs: 'categories:read' },
      { path: '/extras', label: 'Extras', icon: 'choices', needs: 'products:read' },
      { path: '/descuentos', label: 'Descuentos', icon: 'percent', needs: 'discounts:read' },
      { path: '/envios', label: 'Envíos', icon: 'truck', needs: 'shipping:read' },
      { path: '/importar', label: 'Importar', icon: 'upload', needs: 'products:write' },
    ],
  },
  {
    label: 'Tu tienda',
    sections: [
      { path: '/compartir', label: 'Compartir', icon: 'share', needs: 'store:read' },
      { path: '/asistentes', label: 'Asistentes', icon: 'plug', needs: 'store:read' },
      { path: '/tienda', label: 'Datos de la tienda', icon: 'shop', needs: 'store:write' },
      { path: '/pagos', label: 'Cómo te pagan', icon: 'card', needs: 'store:read' },
      { path: '/whatsapp', label: 'WhatsApp', icon: 'chat', needs: 'store:write' },
      { path: '/tema', label: 'Diseño', icon: 'brush', needs: 'themes:read' },
      { path: '/equipo', label: 'Equipo', icon: 'team', needs: 'team' },
      { path: '/plan', label: 'Plan', icon: 'card', needs: 'billing' },
      { path: '/actividad', label: 'Actividad', icon: 'clock', needs: 'store:write' },
    ],
  },
  {
    label: 'Para programas',
    sections: [
      { path: '/claves', label: 'Claves de API', icon: 'key', needs: 'keys' },
      { path: '/webhooks', label: 'Webhooks', icon: 'plug', needs: 'webhooks' },
      { path: '/conexiones', label: 'Conexiones', icon: 'plug', needs: 'connections' },
    ],
  },
  { label: 'Ayuda', sections: [{ path: '/ayuda', label: 'Ayuda', icon: 'help', needs: 'store:read' }] },
]

export function sectionsFor(can: (permission: Permission) => boolean): Group[] {
  return groups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ needs }) => can(needs)),
    }))
    .filter(({ sections }) => sections.length > 0)
}
