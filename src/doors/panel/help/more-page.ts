import { html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
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
      (await canLeaveTeam(context)) && rowTo(`${base}/salir-del-equipo`, 'team', t('Salir del equipo'))
    return {
      title: t('Más'),
      main: html`
        ${groups}
        <section class="more">
          <h2>${t('Tú')}</h2>
          <ul class="list">
            ${rowTo('/panel/cuenta', 'user', t('Tu cuenta'))}
            ${rowTo('/panel/tiendas', 'shop', t('Tus tiendas'))}
            ${leave}
          </ul>
        </section>
        <form method="post" action="/panel/salir" class="one-button">
          <button class="button ghost wide">${icon('exit')} ${t('Salir')}</button>
        </form>
      `,
    }
  },
})

const rowTo = (href: string, name: Icon, label: Wording) => html`
  <li>
    <a class="row" href="${href}">
      ${icon(name)}
      <span class="row-text"><b>${label}</b></span>
      ${icon('next')}
    </a>
  </li>
`
