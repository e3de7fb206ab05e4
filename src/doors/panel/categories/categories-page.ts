import { t } from '../../../core/texts/text.ts'
import { categories, type Category } from '../../../features/categories/category.ts'
import { html } from '../../../core/http/html.ts'
import { hoursField, withRepeatedHours } from '../hours/hours-field.ts'
import { fold } from '../parts/field.ts'
import type { StoreContext } from '../page.ts'
import { withSlug } from '../forms/slug.ts'
import { submit } from '../parts/form.ts'
import { badge, emptyState } from '../parts/list.ts'
import { orderedListPage, rowPage } from '../parts/resource-pages.ts'

const emptyList = emptyState(
  'folder',
  t('Todavía no hay categorías'),
  t('Con categorías, quien compra encuentra antes lo que busca: por ejemplo Bebidas, Postres y Regalos.'),
)

export const categoriesPage = orderedListPage(categories, {
  path: '/categorias',
  title: t('Categorías'),
  label: t('Categorías'),
  row: rowOf,
  empty: emptyList,
  create: {
    fields: () => [
      {
        name: 'name',
        label: t('Nueva categoría'),
        max: 80,
        required: true,
        placeholder: t('Por ejemplo: Ofertas'),
      },
      submit(t('Agregar')),
    ],
    class: 'fields quick',
    done: ({ name }) => t('Creaste la categoría {name}', { name: String(name) }),
  },
})

export const categoryPage = rowPage(categories, {
  path: '/categorias',
  back: t('Categorías'),
  title: ({ name }) => name,
  fields: (_context, { name, isActive, slug, hours }) => [
    { name: 'name', label: t('Nombre'), value: name, max: 80, required: true },
    { name: 'isActive', label: t('Visible en la tienda'), value: isActive },
    {
      name: 'slug',
      label: t('Su enlace'),
      value: slug,
      max: 120,
      hint: t('Lo que escribas se convierte en letras, números y guiones.'),
    },
    fold({ summary: t('Horario: cuándo se vende'), isOpen: hours !== null }, [
      html`<p class="hint">${t('Fuera de él sus productos se siguen viendo, con cuándo se venden. Sin horas se venden siempre.')}</p>`,
      hoursField(hours),
    ]),
  ],
  removal: {
    label: t('Eliminar la categoría'),
    text: t('Sus productos se quedan en la tienda, sin categoría.'),
    done: t('Eliminaste la categoría'),
  },
  update: { toApi: (fields) => withRepeatedHours(withSlug(fields)) },
})

const countOf = (total: number) => t('{total, plural, one {# producto} other {# productos}}', { total })

function rowOf({ base }: StoreContext, { id, name, productCount, isActive }: Category) {
  return {
    href: `${base}/categorias/${id}`,
    title: name,
    detail: html`${countOf(productCount)}${!isActive && html` ${badge(t('Oculta'))}`}`,
    isFaint: !isActive,
  }
}
