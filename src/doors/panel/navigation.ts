import { html, type Html } from '../../core/http/html.ts'
import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import type { Permission } from '../../core/auth/roles.ts'
import { icon, type Icon } from './parts/icon.ts'

type Can = (permission: Permission) => boolean

/** Whose menus they are: where they lead, which page is open, what the role may, and how many orders wait. */
type Menu = { base: string; path: string; can: Can; waiting: number }

export function sideBar(menu: Menu): Html {
  return html`
    <nav class="side" aria-label="${t('Panel')}">
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

const keyNames: [key: string, what: Localized][] = [
  ['/', t('Buscar en la lista')],
  ['j', t('Bajar una fila')],
  ['k', t('Subir una fila')],
  ['Enter', t('Abrir la fila')],
  ['x', t('Elegir la fila')],
  ['?', t('Ver esta lista')],
]

const keysButton = html`
  <button class="quiet keys" popovertarget="keys">${icon('help')}${t('Teclas')}</button>
  <div id="keys" class="menu" popover>
    <h2>${t('Teclas')}</h2>
    <dl>${keyNames.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
    <label><input type="checkbox" checked> ${t('Usar estas teclas')}</label>
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
  const more = link(`${base}/mas`, 'more', t('Más'), isElsewhere)
  return html`<nav class="bottom" aria-label="${t('Principal')}"><ul>${entries}<li>${more}</li></ul></nav>`
}

const news: { path: string; label: Wording; icon: Icon; needs: Permission }[] = [
  { path: '/productos/nuevo', label: t('Producto nuevo'), icon: 'products', needs: 'products:write' },
  { path: '/pedidos/nuevo', label: t('Anotar un pedido'), icon: 'orders', needs: 'orders:write' },
]

export const mayOpen = (can: Can, path: string): boolean =>
  [...news, ...groups.flatMap(({ sections }) => sections)].some((one) => one.path === path && can(one.needs))

function newMenu(base: string, can: Can): Html | null {
  const entries = news.filter(({ needs }) => can(needs))
  if (entries.length === 0) return null
  return html`
    <li>
      <button class="new" popovertarget="new" aria-label="${t('Crear')}">${icon('plus')}</button>
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

function link(href: string, name: Icon, label: Wording, isHere: boolean, count: Html | null = null): Html {
  return html`<a href="${href}"${isHere && html` aria-current="page"`}>${icon(name)}<span>${label}</span>${count}</a>`
}

function isCurrent(base: string, path: string, section: Section): boolean {
  const href = base + section.path
  return path === href || (section.path !== '' && path.startsWith(`${href}/`))
}

type Section = { path: string; label: Wording; icon: Icon; needs: Permission }

type Group = { label: Wording; sections: Section[] }

const groups: Group[] = [
  {
    label: t('Vender'),
    sections: [
      { path: '', label: t('Hoy'), icon: 'home', needs: 'store:read' },
      { path: '/pedidos', label: t('Pedidos'), icon: 'orders', needs: 'orders:read' },
      { path: '/cocina', label: t('Cocina'), icon: 'bell', needs: 'orders:read' },
      { path: '/clientes', label: t('Clientes'), icon: 'people', needs: 'customers:read' },
      { path: '/opiniones', label: t('Opiniones'), icon: 'star', needs: 'reviews:read' },
      { path: '/avisos', label: t('Avisos'), icon: 'bell', needs: 'orders:read' },
      { path: '/reporte', label: t('Reporte'), icon: 'chart', needs: 'stats:read' },
    ],
  },
  {
    label: t('Catálogo'),
    sections: [
      { path: '/productos', label: t('Productos'), icon: 'products', needs: 'products:read' },
      { path: '/categorias', label: t('Categorías'), icon: 'folder', needs: 'categories:read' },
      { path: '/extras', label: t('Extras'), icon: 'choices', needs: 'products:read' },
      { path: '/descuentos', label: t('Descuentos'), icon: 'percent', needs: 'discounts:read' },
      { path: '/envios', label: t('Envíos'), icon: 'truck', needs: 'shipping:read' },
      { path: '/importar', label: t('Importar'), icon: 'upload', needs: 'products:write' },
    ],
  },
  {
    label: t('Tu tienda'),
    sections: [
      { path: '/compartir', label: t('Compartir'), icon: 'share', needs: 'store:read' },
      { path: '/asistentes', label: t('Asistentes'), icon: 'plug', needs: 'store:read' },
      { path: '/tienda', label: t('Datos de la tienda'), icon: 'shop', needs: 'store:write' },
      { path: '/pagos', label: t('Cómo te pagan'), icon: 'card', needs: 'store:read' },
      { path: '/whatsapp', label: 'WhatsApp', icon: 'chat', needs: 'store:write' },
      { path: '/tema', label: t('Diseño'), icon: 'brush', needs: 'themes:read' },
      { path: '/equipo', label: t('Equipo'), icon: 'team', needs: 'team' },
      { path: '/plan', label: t('Plan'), icon: 'card', needs: 'billing' },
      { path: '/actividad', label: t('Actividad'), icon: 'clock', needs: 'store:write' },
    ],
  },
  {
    label: t('Para programas'),
    sections: [
      { path: '/claves', label: t('Claves de API'), icon: 'key', needs: 'keys' },
      { path: '/webhooks', label: 'Webhooks', icon: 'plug', needs: 'webhooks' },
      { path: '/conexiones', label: t('Conexiones'), icon: 'plug', needs: 'connections' },
    ],
  },
  { label: t('Ayuda'), sections: [{ path: '/ayuda', label: t('Ayuda'), icon: 'help', needs: 'store:read' }] },
]

export function sectionsFor(can: (permission: Permission) => boolean): Group[] {
  return groups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ needs }) => can(needs)),
    }))
    .filter(({ sections }) => sections.length > 0)
}
