import { html } from '../../core/http/html.ts'
import { storePage } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { sectionsFor } from '../sections.ts'
import { canLeaveTeam } from './leave-team-page.ts'

export const morePage = storePage({
  path: '/mas',
  async show(context) {
    const { app, base, can } = context
    const groups = sectionsFor(app, can).map(
      ({ label, sections }) => html`
        <section class="more">
          <h2>${label}</h2>
          <ul class="list">
            ${sections.map(
              (section) => html`
                <li>
                  <a class="row" href="${base}${section.path}">
                    ${icon(section.icon)}
                    <span class="row-text"><b>${section.label}</b></span>
                    ${icon('next')}
                  </a>
                </li>
              `,
            )}
          </ul>
        </section>
      `,
    )
    const account =
      app.knownRoutes.has('/panel/cuenta') &&
      html`
        <li>
          <a class="row" href="/panel/cuenta">
            ${icon('user')}
            <span class="row-text"><b>Tu cuenta</b></span>
            ${icon('next')}
          </a>
        </li>
      `
    const stores =
      app.knownRoutes.has('/panel/tiendas') &&
      html`
        <li>
          <a class="row" href="/panel/tiendas">
            ${icon('shop')}
            <span class="row-text"><b>Tus tiendas</b></span>
            ${icon('next')}
          </a>
        </li>
      `
    const out =
      app.knownRoutes.has('/panel/salir') &&
      html`
        <form method="post" action="/panel/salir" class="one-button">
          <button class="button ghost wide">${icon('exit')} Salir</button>
        </form>
      `
    const leave = (await canLeaveTeam(context)) && leaveRow(base)
    return {
      title: 'Más',
      main: html`
        ${groups}
        <section class="more"><h2>Tú</h2><ul class="list">${account}${stores}${leave}</ul></section>
        ${out}
      `,
    }
  },
})

const leaveRow = (base: string) => html`
  <li>
    <a class="row" href="${base}/salir-del-equipo">
      ${icon('team')}
      <span class="row-text"><b>Salir del equipo</b></span>
      ${icon('next')}
    </a>
  </li>
`
