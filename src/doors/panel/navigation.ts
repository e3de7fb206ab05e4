import { html, type Html } from '../../core/http/html.ts'
import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import type { Permission } from '../../core/auth/roles.ts'
import { icon, type Icon } from './parts/icon.ts'
import { groups, sectionsFor, type Can, type Section } from './sections.ts'

/** Whose menus they are: where they lead, which page is open, what the role may, and how many orders wait. */
type Menu = { base: string; path: string; can: Can; waiting: number }

export function sideBar(menu: Menu): Html {
  return html`
    <nav class="side" aria-label="${t('Panel')}">
      ${link({ href: `${menu.base}/mas?q=`, icon: 'search', label: t('Buscar'), isHere: false })}
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
  const more = link({ href: `${base}/mas`, icon: 'more', label: t('Más'), isHere: isElsewhere })
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
  return link({ ...section, href: base + section.path, isHere: isCurrent(base, path, section) }, count)
}

const waitingCount = (waiting: number) => html`
  <b class="waits" data-waiting${waiting === 0 && html` hidden`}>${waiting}</b>
`

type Link = Pick<Section, 'icon' | 'label'> & { href: string; isHere: boolean }

function link({ href, icon: name, label, isHere }: Link, count: Html | null = null): Html {
  return html`<a href="${href}"${isHere && html` aria-current="page"`}>${icon(name)}<span>${label}</span>${count}</a>`
}

function isCurrent(base: string, path: string, section: Section): boolean {
  const href = base + section.path
  return path === href || (section.path !== '' && path.startsWith(`${href}/`))
}
