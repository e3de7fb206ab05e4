import { html } from '../../../core/http/html.ts'
import { storePage } from '../page.ts'
import { icon, type Icon } from '../parts/icon.ts'
import { sectionsFor } from '../navigation.ts'
import { canLeaveTeam } from '../team/leave-team-page.ts'

export const morePage = storePage({
  path: '/mas',
  async show(context) {
    const { base, can } = context
    const groups = sectionsFor(can).map(
      ({ label, sections }) => html`
        <section class="more">
          <h2>${label}</h2>
          <ul class="list">
            ${sections.map((section) => rowTo(base + section.path, section.icon, section.label))}
          </ul>
        </section>
      `,
    )
    const leave =
      (await canLeaveTeam(context)) && rowTo(`${base}/salir-del-equipo`, 'team', 'Salir del equipo')
    return {
      title: 'Más',
      main: html`
        ${groups}
        <section class="more">
          <h2>Tú</h2>
          <ul class="list">
            ${rowTo('/panel/cuenta', 'user', 'Tu cuenta')}
            ${rowTo('/panel/tiendas', 'shop', 'Tus tiendas')}
            ${leave}
          </ul>
        </section>
        <form method="post" action="/panel/salir" class="one-button">
          <button class="button ghost wide">${icon('exit')} Salir</button>
        </form>
      `,
    }
  },
})

const rowTo = (href: string, name: Icon, label: string) => html`
  <li>
    <a class="row" href="${href}">
      ${icon(name)}
      <span class="row-text"><b>${label}</b></span>
      ${icon('next')}
    </a>
  </li>
`
