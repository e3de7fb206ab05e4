import { html } from '../core/http/html.ts'
import { publicPage } from './page.ts'
import { field, select, toggle } from './parts/field.ts'
import { dangerous, formOf, submit } from './parts/form.ts'
import { icon, iconNames } from './parts/icon.ts'
import { badge, empty, list, moveButtons, section } from './parts/list.ts'
import { moneyField } from './parts/money-field.ts'
import { pager, tabs } from './parts/pager.ts'

const store = { currency: 'GTQ', currencyDigits: 2 }

/** A style guide: every part of the panel on one page; not in production. */
export const partsPage = publicPage({
  path: '/partes',
  show({ form, base }) {
    const shown = form('/partes')
    const fields = html`
      ${field(shown, {
        name: 'name',
        label: 'Nombre',
        value: 'Café de altura',
        hint: 'Como lo dirías en el mostrador.',
      })}
      ${moneyField(shown, store, { name: 'price', label: 'Precio', value: 1250.5 })}
      ${field(shown, { name: 'slug', label: 'Dirección', value: 'cafe', before: 'vitrina.example/' })}
      ${select(shown, {
        name: 'category',
        label: 'Categoría',
        value: 'b',
        options: [
          { value: 'a', label: 'Bebidas' },
          { value: 'b', label: 'Postres' },
        ],
      })}
      ${field(shown, { name: 'text', label: 'Descripción', lines: 3 })}
      ${toggle(shown, {
        name: 'isActive',
        label: 'Se ve en la tienda',
        hint: 'Puedes cambiarlo cuando quieras.',
        value: true,
      })}
      ${submit('Guardar')} ${submit('Cancelar', 'ghost')} ${submit('Eliminar', 'danger')}
    `
    const rows = [
      {
        href: '#',
        title: 'Bebidas',
        detail: '12 productos',
        tools: moveButtons(shown, 'Bebidas', { isFirst: true, isLast: false }),
      },
      {
        href: '#',
        title: 'Un nombre bastante largo que no cabe en una sola línea',
        detail: html`3 productos ${badge('Oculta')}`,
        end: 'Q 25.00',
        isFaint: true,
      },
    ]
    return {
      title: 'Partes del panel',
      action: html`<a class="button" href="${base}/partes">${icon('plus')} Agregar</a>`,
      main: html`
        ${section(
          'Avisos',
          html`
            <div class="flash">${icon('check')}<p>Guardado</p></div>
            <div class="notice bad" role="alert"><p>Revisa lo que está marcado.</p></div>
            <div class="notice"><p>Tu tienda todavía no tiene número de WhatsApp.</p></div>
            <p>
              ${badge('Nuevo')} ${badge('Confirmado', 'good')} ${badge('Espera', 'warn')} ${badge('Falló', 'bad')}
            </p>
          `,
        )}
        ${section('Formulario', formOf(shown, fields))}
        ${section(
          'Lista',
          html`
            ${tabs('Estado', [
              { label: 'Todos', href: '#', isCurrent: true },
              { label: 'Nuevos', href: '#', isCurrent: false, count: 3 },
              { label: 'Confirmados', href: '#', isCurrent: false },
            ])}
            ${list(rows, 'Ejemplo')}
            ${pager({ total: 120, limit: 50, offset: 50 }, () => '#')}
          `,
        )}
        ${section(
          'Nada todavía',
          empty(
            'orders',
            'Todavía no hay pedidos',
            'Comparte el enlace de tu tienda y aparecerán aquí.',
            html`
              <a class="button" href="#">Compartir</a>
            `,
          ),
        )}
        ${section(
          'Lo que no se deshace',
          dangerous(form('/partes/x'), {
            summary: 'Eliminar esta categoría',
            text: 'Esto no se puede deshacer.',
            button: 'Eliminar',
          }),
        )}
        ${section('Dibujos', html`<p class="icons">${iconNames.map((name) => icon(name))}</p>`)}
      `,
    }
  },
})
